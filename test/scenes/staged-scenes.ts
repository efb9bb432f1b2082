import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { linesOf, writeFailureTraces } from '../failure-traces.ts';
import { inMatrix } from '../matrix.ts';
import { startSiteHere } from '../site-here.ts';
import { sharedBrowser } from '../start-browser.ts';
import { endOnSignals } from '../undone-at-exit.ts';
import type { Scene } from './scene.ts';
import { SceneSites } from './scene-sites.ts';
import { enterScene } from './scenes.ts';
import { settle } from './settle.ts';

export interface StagedScenes {
  /** A visitor who comes to this scene, in a window of this size; to the normal state of a screen for the first time. */
  enter(scene: Scene, viewport?: ViewportSize): Promise<Page>;
  /** The visitor of the test before, in a window of this size, where that test was at this scene; else one who comes. */
  stay(scene: Scene, viewport?: ViewportSize): Promise<Page>;
}

interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly siteUrl: string;
  readonly lines: readonly string[];
  scene: Scene | undefined;
}

/** Has a visitor come as if for the first time, but for what the browser has loaded and compiled. */
async function forget({ page, context, siteUrl }: Visit): Promise<void> {
  // A page of the site without a script: the one before has said its last word, and what the site keeps can be removed.
  await page.goto(`${siteUrl}/robots.txt`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: siteUrl, storageTypes: 'all' });
  await session.detach();
}

const usualWindow = { width: 1280, height: 720 };

/** Puts away what the test before left: the focus, and how far it had scrolled. */
async function startOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
}

/**
 * Whether what moves is looked at in a browser that has seen nothing of the site yet, which takes four times the processor
 * time: while fonts and scripts come the normal state of a screen moves as its others do.
 */
const isNewFor = ({ state }: Scene) => inMatrix({ usual: state === 'normal', whole: true });

/** The sites that all test files of a process share; they go with it. */
const sites = new SceneSites(startSiteHere);
// Vitest ends a process by a signal.
endOnSignals();

/** The pages that all tests of a file share, one on each site. */
export function stagedScenes(): StagedScenes {
  /** One for each site. */
  const visits = new Map<string, Visit>();
  let browser: Browser;

  async function leave(visit: Visit): Promise<void> {
    visits.delete(visit.siteUrl);
    await visit.context.close();
  }

  /** What a failed test leaves is nothing to build on. */
  function leaveWhenFailed(visit: Visit): void {
    onTestFinished(async ({ task }) => {
      if (task.result?.state !== 'fail') return;
      await writeFailureTraces(task, visit.context, visit.siteUrl, visit.lines);
      await leave(visit);
    });
  }

  async function begin(siteUrl: string): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: siteUrl,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const lines = linesOf(context);
    const page = await context.newPage();
    const visit = { page, context, siteUrl, lines, scene: undefined };
    visits.set(siteUrl, visit);
    return visit;
  }

  async function visitTo(siteUrl: string, isNew: boolean): Promise<Visit> {
    const before = visits.get(siteUrl);
    if (!before) return begin(siteUrl);
    if (isNew) {
      await leave(before);
      return begin(siteUrl);
    }
    await forget(before);
    return before;
  }

  async function enter(scene: Scene, viewport: ViewportSize, isNew: boolean): Promise<Page> {
    const site = await sites.of(scene.content);
    const visit = await visitTo(site.url, isNew);
    leaveWhenFailed(visit);
    visit.scene = undefined;
    await visit.page.setViewportSize(viewport);
    await enterScene(visit.page, scene, site);
    await settle(visit.page);
    visit.scene = scene;
    return visit.page;
  }

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    for (const { context } of visits.values()) await context.close();
  });
  return {
    enter: (scene, viewport = usualWindow) => enter(scene, viewport, isNewFor(scene)),
    async stay(scene, viewport = usualWindow) {
      const visit = [...visits.values()].find((one) => one.scene === scene);
      if (!visit) return enter(scene, viewport, false);
      leaveWhenFailed(visit);
      await visit.page.setViewportSize(viewport);
      await startOver(visit.page);
      await settle(visit.page);
      return visit.page;
    },
  };
}
