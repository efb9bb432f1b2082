import type { Page } from 'playwright-core';
import { settingsChanged } from '../../src/features/settings/contract/settings.ts';
import { paths } from '../../src/paths.ts';
import {
  answerChanges,
  arriveFailing,
  arriveWaiting,
  fillField,
  pressButton,
  refuseChanges,
  type Scene,
} from './scene.ts';

async function fillIn(page: Page): Promise<void> {
  await fillField(page, 'Name', 'The Lamplighter');
  await fillField(page, 'Accent, light theme', '#0b5563');
  await pressButton('Add a link')(page);
  await page.getByText('Not saved yet.').waitFor();
}

async function refuse(page: Page): Promise<void> {
  await fillField(page, 'Name', '');
  await fillField(page, 'Accent, light theme', '#ffcc00');
  await pressButton('Save settings')(page);
  await page.getByText('Some of the settings can not be saved').waitFor();
}

async function saveLate(page: Page): Promise<void> {
  await refuseChanges(page, '**/api/manage/settings', settingsChanged);
  await fillField(page, 'Name', 'The Lamplighter');
  await pressButton('Save settings')(page);
  await page.getByText('Somebody saved the settings while').waitFor();
}

async function inviteSomebody(page: Page): Promise<void> {
  const link = `https://blog.example.org/Account/signup#invite=${'x'.repeat(43)}`;
  await answerChanges(page, '**/api/manage/invitations', (route) =>
    route.fulfill({ status: 201, json: { id: 'i', link } }),
  );
  await fillField(page, 'Whom it is for', 'The lighthouse keepers');
  await pressButton('Make a link')(page);
  await page.getByText('The invitation is made.').waitFor();
}

const settings = {
  screen: 'manage-settings',
  path: paths.manageSettings.to(),
  content: 'demo',
  isOwner: true,
} as const;

/** The owner's settings: the site's name and look, and who may join. */
export const settingsScenes: readonly Scene[] = [
  { ...settings, state: 'as-made' },
  { ...settings, state: 'filled-in', act: fillIn },
  { ...settings, state: 'refused', act: refuse },
  { ...settings, state: 'saved-elsewhere', act: saveLate },
  { ...settings, state: 'invited', act: inviteSomebody },
  { ...settings, state: 'waiting', arrive: arriveWaiting('**/api/manage/settings') },
  { ...settings, state: 'failing', arrive: arriveFailing('**/api/manage/settings') },
];
