/**
 * `npm run contact-sheet [-- --screen home --state odd --width 390 --theme dark]`: takes a screenshot of every screen
 * in every state, at every width, in both themes, and lists them in test-results/contact-sheet/index.html. Options
 * select a subset; other screenshots stay.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import type { Scene } from '../test/scenes/scene.ts';
import { SceneSites } from '../test/scenes/scene-sites.ts';
import { enterScene, scenes } from '../test/scenes/scenes.ts';
import { settle } from '../test/scenes/settle.ts';
import { startBrowser } from '../test/start-browser.ts';
import { buildSite } from './build-site.ts';
import { type Look, pictureName, themes, widths } from './contact-sheet/look.ts';
import { sheetOf } from './contact-sheet/sheet.ts';
import { inProject } from './launcher/project.mjs';

const folder = inProject('test-results', 'contact-sheet');
/** Viewport height in CSS pixels; screenshots show the whole page. */
const height = 900;

const { values: wanted } = parseArgs({
  options: {
    screen: { type: 'string' },
    state: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
  },
});

function isWanted({ screen, state }: Scene, { width, theme }: Look): boolean {
  return (
    (wanted.screen ?? screen) === screen &&
    (wanted.state ?? state) === state &&
    (wanted.width ?? String(width)) === String(width) &&
    (wanted.theme ?? theme) === theme
  );
}

/** Opens the scene once per theme and then only widens the window. */
async function takePictures(browser: Browser, sites: SceneSites, scene: Scene): Promise<number> {
  let taken = 0;
  for (const theme of themes) {
    const looks = widths
      .map((width) => ({ width, theme }))
      .filter((look) => isWanted(scene, look) && look.width < (scene.below ?? Infinity));
    const [narrowest] = looks;
    if (!narrowest) continue;
    const site = await sites.of(scene.content);
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: narrowest.width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await enterScene(page, scene, site);
    for (const look of looks) {
      await page.setViewportSize({ width: look.width, height });
      await settle(page);
      const above = await page.locator('dialog[open], :popover-open, .Toastify__toast').count();
      await page.screenshot({
        path: path.join(folder, pictureName(scene, look)),
        type: 'jpeg',
        quality: 80,
        // An overlay fills the window; a full-page screenshot would stretch the page below it.
        fullPage: above === 0,
      });
      taken += 1;
    }
    await context.close();
  }
  return taken;
}

async function run(): Promise<boolean> {
  if (!buildSite()) return false;
  mkdirSync(folder, { recursive: true });
  const sites = new SceneSites();
  const browser = await startBrowser();
  const failed: string[] = [];
  let taken = 0;
  try {
    for (const scene of scenes) {
      try {
        taken += await takePictures(browser, sites, scene);
      } catch (error) {
        failed.push(`${scene.screen}, ${scene.state}: ${String(error)}`);
      }
    }
  } finally {
    await browser.close();
    await sites.stop();
  }
  const index = path.join(folder, 'index.html');
  writeFileSync(index, sheetOf(scenes));
  for (const line of failed) console.error(line);
  console.log(`${taken} pictures: ${index}`);
  return failed.length === 0;
}

process.exitCode = (await run()) ? 0 : 1;
