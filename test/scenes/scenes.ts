import type { Page } from 'playwright-core';
import { accountScenes } from './account-scenes.ts';
import { emailsScenes } from './emails-scenes.ts';
import { manageScenes } from './manage-scenes.ts';
import { notificationScenes } from './notification-scenes.ts';
import { reachScenes } from './reach-scenes.ts';
import { readingScenes } from './reading-scenes.ts';
import { arriveFromServer, type Scene } from './scene.ts';
import type { SceneSite } from './scene-sites.ts';
import { settingsScenes } from './settings-scenes.ts';
import { writingScenes } from './writing-scenes.ts';

/** Every screen in each of its states. */
export const scenes: readonly Scene[] = [
  ...readingScenes,
  ...accountScenes,
  ...writingScenes,
  ...manageScenes,
  ...settingsScenes,
  ...emailsScenes,
  ...notificationScenes,
  ...reachScenes,
];

/** Brings a page that is new to the site to a scene. Its context must have the site's address as its base URL. */
export async function enterScene(page: Page, scene: Scene, site: SceneSite): Promise<void> {
  if (scene.isMember) await page.context().addCookies(site.memberCookies);
  if (scene.isOwner) await page.context().addCookies(site.ownerCookies);
  const path = typeof scene.path === 'string' ? scene.path : scene.path(site);
  await (scene.arrive ?? arriveFromServer)(page, path);
  if (scene.comesLate) await page.getByText(scene.comesLate).first().waitFor();
  await scene.act?.(page);
}
