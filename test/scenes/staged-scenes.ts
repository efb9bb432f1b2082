import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startBrowser } from '../start-browser.ts';
import type { Scene } from './scene.ts';
import { SceneSites } from './scene-sites.ts';
import { enterScene } from './scenes.ts';
import { settle } from './settle.ts';

export interface StagedScenes {
  /** A new visitor at this scene. */
  enter(scene: Scene, options?: BrowserContextOptions): Promise<Page>;
}

/** The sites and the browser that all tests of a file share. */
export function stagedScenes(): StagedScenes {
  const sites = new SceneSites();
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await sites.stop();
  });
  return {
    async enter(scene, options) {
      const site = await sites.of(scene.content);
      const context = await browser.newContext({
        baseURL: site.url,
        reducedMotion: 'reduce',
        ...options,
      });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await enterScene(page, scene, site);
      await settle(page);
      return page;
    },
  };
}
