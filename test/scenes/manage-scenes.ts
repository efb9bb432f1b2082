import type { Page } from 'playwright-core';
import { paths } from '../../src/paths.ts';
import {
  arriveFailing,
  arriveWaiting,
  arriveWithReply,
  awaitDialog,
  firstBlog,
  pressButton,
  type Scene,
} from './scene.ts';
import type { SceneSite } from './scene-sites.ts';

async function askToSuspend(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Suspend: Milo Abernathy' }).click();
  await awaitDialog(page);
}

async function askToAppoint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make owner: Milo Abernathy' }).click();
  await awaitDialog(page);
}

async function askToClear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear the photo' }).click();
  await awaitDialog(page);
}

async function askToReport(page: Page): Promise<void> {
  await pressButton('Report')(page);
  await awaitDialog(page);
}

async function suspendWithoutReason(page: Page): Promise<void> {
  await askToSuspend(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alert').first().waitFor();
}

async function claimInVain(page: Page): Promise<void> {
  await pressButton('Become the owner')(page);
  await page.getByRole('alert').first().waitFor();
}

const ofOwner = { content: 'demo', isOwner: true } as const;
const reports = { screen: 'manage', path: paths.manage.to(), ...ofOwner } as const;
const blogs = { screen: 'manage-blogs', path: paths.managedBlogs.to(), ...ofOwner } as const;
const comments = {
  screen: 'manage-comments',
  path: paths.managedComments.to(),
  ...ofOwner,
} as const;
const report = { screen: 'report', content: 'demo', path: firstBlog, isMember: true } as const;
const people = { screen: 'people', path: paths.managePeople.to(), ...ofOwner } as const;
const pictures = {
  screen: 'pictures',
  path: (site: SceneSite) => paths.managePictures.to({ search: firstBlog(site) }),
  ...ofOwner,
} as const;
const log = { screen: 'log', path: paths.manageLog.to(), ...ofOwner } as const;
const claim = {
  screen: 'claim',
  path: paths.manageClaim.to({ code: 'x'.repeat(43) }),
  ...ofOwner,
} as const;

const backups = { screen: 'backups', path: paths.manageBackups.to(), ...ofOwner } as const;
const exports = { screen: 'export', path: paths.manageExport.to(), ...ofOwner } as const;

/** The pages of staff. */
export const manageScenes: readonly Scene[] = [
  { ...reports, state: 'normal' },
  {
    ...reports,
    state: 'factor',
    arrive: arriveWithReply('**/api/account/standing', { lacksFactor: true }),
  },
  { ...blogs, state: 'normal' },
  { ...blogs, state: 'empty', path: paths.managedBlogs.to({ show: 'hidden' }) },
  { ...blogs, state: 'refused', path: `${paths.managedBlogs.to()}?show=nothing` },
  { ...comments, state: 'normal' },
  { ...comments, state: 'hidden', path: paths.managedComments.to({ show: 'hidden' }) },
  { ...comments, state: 'empty', path: paths.managedComments.to({ search: 'nothing at all' }) },
  { ...report, state: 'dialog', act: askToReport },
  { ...people, state: 'normal' },
  { ...people, state: 'reported', path: paths.managePeople.to({ filter: 'reported' }) },
  { ...people, state: 'none', path: paths.managePeople.to({ search: 'nobody at all' }) },
  { ...people, state: 'refused', path: `${paths.managePeople.to()}?filter=nothing` },
  { ...people, state: 'dialog', act: askToSuspend },
  { ...people, state: 'appointing', act: askToAppoint },
  { ...people, state: 'invalid', act: suspendWithoutReason },
  { ...people, state: 'error', arrive: arriveFailing('**/api/manage/**') },
  { ...people, state: 'loading', arrive: arriveWaiting('**/api/manage/**') },
  { ...pictures, state: 'dialog', act: askToClear },
  { ...log, state: 'normal' },
  { ...log, state: 'empty', path: paths.manageLog.to({ kind: 'setting' }) },
  { ...backups, state: 'normal' },
  { ...backups, state: 'error', arrive: arriveFailing('**/api/manage/backups') },
  { ...exports, state: 'normal' },
  { ...claim, state: 'normal' },
  { ...claim, state: 'refused', act: claimInVain },
];
