import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, type TestContext } from 'vitest';
import { leaveTraces, linesOf } from '../leave-traces.ts';
import { startBrowser } from '../start-browser.ts';
import type { Scene } from './scene.ts';
import { SceneSites } from './scene-sites.ts';
import { enterScene } from './scenes.ts';
import { settle } from './settle.ts';

export interface StagedScenes {
  /** A new visitor at this scene. */
  enter(scene: Scene, options?: BrowserContextOptions): Promise<Page>;
  /** The visitor of the test before, in a window of this size, where that test was at this scene; else a new one. */
  stay(scene: Scene, options?: Pick<BrowserContextOptions, 'viewport'>): Promise<Page>;
}

interface Stay {
  readonly scene: Scene;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly siteUrl: string;
  readonly lines: readonly string[];
}

/** Puts away what the test before left: the focus, and how far it had scrolled. */
async function startOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
}

/** The sites and the browser that all tests of a file share. */
export function stagedScenes(): StagedScenes {
  const sites = new SceneSites();
  let browser: Browser;
  let current: Stay | undefined;

  async function leave(): Promise<void> {
    const left = current;
    current = undefined;
    await left?.context.close();
  }

  /** What a failed test leaves is nothing to build on. */
  async function leaveWhenFailed({ task }: TestContext): Promise<void> {
    if (task.result?.state !== 'fail' || !current) return;
    await leaveTraces(task, current.context, current.siteUrl, current.lines);
    await leave();
  }

  async function enter(scene: Scene, options: BrowserContextOptions = {}): Promise<Page> {
    await leave();
    const site = await sites.of(scene.content);
    const context = await browser.newContext({
      baseURL: site.url,
      reducedMotion: 'reduce',
      ...options,
    });
    const lines = linesOf(context);
    const page = await context.newPage();
    current = { scene, page, context, siteUrl: site.url, lines };
    onTestFinished(leaveWhenFailed);
    await enterScene(page, scene, site);
    await settle(page);
    return page;
  }

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await sites.stop();
  });
  return {
    enter,
    async stay(scene, { viewport } = {}) {
      if (current?.scene !== scene) return enter(scene, { viewport });
      onTestFinished(leaveWhenFailed);
      if (viewport) await current.page.setViewportSize(viewport);
      await startOver(current.page);
      await settle(current.page);
      return current.page;
    },
  };
}
