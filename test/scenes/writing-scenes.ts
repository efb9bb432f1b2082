import type { Page } from 'playwright-core';
import { notAPicture } from '../../src/features/pictures/contract/pictures.ts';
import { someoneSavedFirst } from '../../src/features/writing/publishing/contract/publishing.ts';
import { paths } from '../../src/paths.ts';
import { tooManyRequests, unavailable } from '../../src/platform/contract/problems.ts';
import { showFormatted } from '../writing.ts';
import {
  answerChanges,
  arriveFailing,
  arriveFromServer,
  arriveWaiting,
  blogTitled,
  fillField,
  firstBlog,
  holdToast,
  pressButton,
  refuseChanges,
  type Scene,
} from './scene.ts';
import { ownTitle, type SceneSite, takenBackTitle } from './scene-sites.ts';

const updatePathOf = (blogPath: string) => paths.updateBlog.to(blogPath.split('/').at(-1) ?? '');
const updateOwn = (site: SceneSite) => updatePathOf(blogTitled(ownTitle)(site));

/** Answers saves of drafts in place of the server, so that one screenshot doesn't depend on the one before. */
const keepNoDrafts = (page: Page) =>
  answerChanges(page, '**/api/drafts/**', (route) =>
    route.fulfill({ json: { revision: '1', savedAt: '2026-05-01T18:30:00.000Z' } }),
  );

async function write(page: Page): Promise<void> {
  await keepNoDrafts(page);
  await fillField(page, 'Title', 'A kitchen at six in the morning');
  await fillField(page, 'Image URL', '/images/categories/lifestyle.webp');
  await page.getByLabel('Category').selectOption('Lifestyle');
  await fillField(page, 'Short Description', 'Flour, a window, and nobody awake.');
  await fillField(
    page,
    'Long Description',
    '## Before the others\n\n> The oven is the first to speak.\n\n- flour\n- water\n\n| hour | heat |\n| ---- | ---- |\n| six | 240 |\n\n```\nbake(bread, { minutes: 40 })\n```',
  );
  await page.getByAltText('Your cover, as lists show it').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/^Saved \d/).waitFor();
}

async function preview(page: Page): Promise<void> {
  await write(page);
  await pressButton('Preview')(page);
  await page.getByRole('heading', { name: 'Before the others' }).waitFor();
}

async function writeInFull(page: Page): Promise<void> {
  await write(page);
  await pressButton('Full screen')(page);
}

async function writeFormatted(page: Page): Promise<void> {
  await write(page);
  await showFormatted(page);
}

async function writeWithoutPicture(page: Page): Promise<void> {
  await keepNoDrafts(page);
  await fillField(page, 'Image URL', '/images/nothing-here.webp');
  await page.getByText('There is no picture at this address').waitFor();
}

/** A cover, and a picture in the text, without alternative texts. */
async function writeUndescribed(page: Page): Promise<void> {
  await keepNoDrafts(page);
  const picture = '/images/demo/a-slow-loaf.webp';
  await fillField(page, 'Image URL', picture);
  await fillField(page, 'Long Description', `Before.\n\n![](${picture})\n\nAfter.`);
  await page.getByRole('button', { name: 'Describe it' }).waitFor();
  await page.getByLabel('Alternative Text').waitFor();
}

async function choosePicture(page: Page): Promise<void> {
  await keepNoDrafts(page);
  const chooser = page.waitForEvent('filechooser');
  await pressButton('Choose a picture')(page);
  const file = { name: 'oven.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('oven') };
  await (await chooser).setFiles(file);
}

async function sendPicture(page: Page): Promise<void> {
  // Never answered: the upload stays in progress.
  await page.route('**/api/pictures', () => {});
  await choosePicture(page);
  await page.getByRole('progressbar', { name: 'Sending the picture' }).waitFor();
}

async function failToSendPicture(page: Page): Promise<void> {
  await refuseChanges(page, '**/api/pictures', notAPicture);
  await choosePicture(page);
  await page.getByText(notAPicture.message).waitFor();
}

async function failToPublish(page: Page): Promise<void> {
  await write(page);
  await refuseChanges(page, '**/api/addBlog', unavailable);
  await pressButton('Save')(page);
  await holdToast(page, 'Failed to add');
}

async function collide(page: Page): Promise<void> {
  await write(page);
  await refuseChanges(page, '**/api/blog/*', someoneSavedFirst);
  await pressButton('Update Blog')(page);
  await page.getByRole('heading', { name: 'This blog was saved elsewhere' }).waitFor();
}

async function lookBack(page: Page): Promise<void> {
  await pressButton('Show earlier texts')(page);
  await pressButton('Show')(page);
  await page.getByRole('button', { name: 'Restore this text' }).waitFor();
}

async function lookBackAtDraft(page: Page): Promise<void> {
  await page.getByRole('main').getByText('Go on with it').click();
  await lookBack(page);
}

async function showCard(page: Page): Promise<void> {
  await keepNoDrafts(page);
  await fillField(page, 'Title', `A kitchen at six${' in the morning'.repeat(6)}`);
  await pressButton('Show the card')(page);
  await page.getByText('There is no picture yet').waitFor();
}

async function showCardInList(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Card of/ })
    .first()
    .click();
  await page.getByRole('main').locator('img').first().waitFor();
}

/** Opens the draft of a blog that was published before, from My writing. */
async function arriveAtTakenBack(page: Page): Promise<void> {
  await arriveFromServer(page, paths.myWriting.to());
  await page.getByRole('link', { name: 'A walk that was taken back' }).click();
  await page.getByText('This blog was published').waitFor();
}

/** The toast about the failure appears as well, later than the page. */
async function arriveUnfetched(page: Page, path: string): Promise<void> {
  await arriveFailing('**/api/blog/**')(page, path);
  await holdToast(page, 'Failed to fetch blog details.');
}

async function postNothing(page: Page): Promise<void> {
  await pressButton('Post Comment')(page);
  await page.getByText('Comment is required.').waitFor();
}

async function failToComment(page: Page): Promise<void> {
  await refuseChanges(page, '**/api/addcomment', tooManyRequests);
  await fillField(page, 'Add a comment', 'It hangs in the hall, and it is still wrong.');
  await pressButton('Post Comment')(page);
  await holdToast(page, 'Failed to add comment');
}

async function removeWish(page: Page): Promise<void> {
  await answerChanges(page, '**/removeWishlist**', (route) => route.fulfill({ status: 204 }));
  await pressButton('Remove')(page);
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await holdToast(page, 'was removed');
}

async function deleteDraft(page: Page): Promise<void> {
  await answerChanges(page, '**/api/drafts/**', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

const addBlog = { screen: 'add-blog', path: paths.addBlog.to(), isMember: true } as const;
const updateBlog = { screen: 'update-blog', path: updateOwn, isMember: true } as const;
const blog = { screen: 'blog', isMember: true } as const;
const othersText = {
  screen: 'others-text',
  path: updateOwn,
  content: 'odd',
  isOwner: true,
  comesLate: 'You edit a blog by',
} as const;
const takenBack = {
  screen: 'taken-back',
  path: (site: SceneSite) => updatePathOf(blogTitled(takenBackTitle)(site)),
  content: 'odd',
  isOwner: true,
  comesLate: 'since an editor took it back',
} as const;
const myWriting = { screen: 'my-writing', path: paths.myWriting.to(), isMember: true } as const;
const wishlist = { screen: 'wishlist', path: paths.wishlist.to(), isMember: true } as const;

/** Windows of at least this width show the text beside its preview. */
const sideBySide = 1280;

/** The pages of members: blogs, comments and wishes. */
export const writingScenes: readonly Scene[] = [
  { ...addBlog, state: 'normal', content: 'demo' },
  { ...addBlog, state: 'invalid', content: 'demo', act: pressButton('Save') },
  { ...addBlog, state: 'written', content: 'demo', act: write },
  { ...addBlog, state: 'formatted', content: 'demo', act: writeFormatted },
  { ...addBlog, state: 'preview', content: 'demo', below: sideBySide, act: preview },
  { ...addBlog, state: 'full-screen', content: 'demo', act: writeInFull },
  { ...addBlog, state: 'no-picture', content: 'demo', act: writeWithoutPicture },
  { ...addBlog, state: 'undescribed', content: 'demo', act: writeUndescribed },
  { ...addBlog, state: 'sending-picture', content: 'demo', act: sendPicture },
  { ...addBlog, state: 'picture-refused', content: 'demo', act: failToSendPicture },
  { ...addBlog, state: 'refused', content: 'demo', act: failToPublish },
  { ...addBlog, state: 'resumed', content: 'odd' },
  { ...addBlog, state: 'not-scheduled', content: 'odd', act: pressButton('Schedule') },
  { ...addBlog, state: 'card', content: 'demo', act: showCard },
  { ...addBlog, state: 'history', content: 'odd', act: lookBackAtDraft },
  { ...addBlog, state: 'was-published', content: 'odd', arrive: arriveAtTakenBack },
  { ...updateBlog, state: 'normal', content: 'odd' },
  { ...updateBlog, state: 'conflict', content: 'odd', act: collide },
  { ...updateBlog, state: 'history', content: 'odd', act: lookBack },
  { ...updateBlog, state: 'error', content: 'odd', arrive: arriveUnfetched },
  { ...updateBlog, state: 'loading', content: 'odd', arrive: arriveWaiting('**/api/blog/**') },
  {
    ...updateBlog,
    state: 'not-own',
    content: 'odd',
    path: (site) => updatePathOf(blogTitled('No')(site)),
  },
  { ...othersText, state: 'normal' },
  { ...takenBack, state: 'normal' },
  { ...takenBack, state: 'not-scheduled', act: pressButton('Schedule') },
  { ...myWriting, state: 'empty', content: 'demo' },
  { ...myWriting, state: 'drafts', content: 'odd' },
  {
    ...myWriting,
    state: 'published',
    content: 'odd',
    path: paths.myWriting.to({ list: 'published' }),
  },
  {
    ...myWriting,
    state: 'scheduled',
    content: 'odd',
    path: paths.myWriting.to({ list: 'scheduled' }),
  },
  {
    ...myWriting,
    state: 'had-back',
    content: 'odd',
    path: paths.myWriting.to({ list: 'deleted' }),
  },
  { ...myWriting, state: 'card', content: 'odd', act: showCardInList },
  { ...myWriting, state: 'deleted', content: 'odd', act: deleteDraft },
  { ...myWriting, state: 'error', content: 'odd', arrive: arriveFailing('**/api/drafts**') },
  { ...myWriting, state: 'loading', content: 'odd', arrive: arriveWaiting('**/api/drafts**') },
  { ...blog, state: 'own', content: 'odd', path: blogTitled(ownTitle) },
  { ...blog, state: 'one-comment', content: 'one', path: firstBlog },
  { ...blog, state: 'many-comments', content: 'many', path: firstBlog },
  { ...blog, state: 'comment-invalid', content: 'one', path: firstBlog, act: postNothing },
  { ...blog, state: 'comment-refused', content: 'one', path: firstBlog, act: failToComment },
  {
    ...blog,
    state: 'comments-error',
    content: 'one',
    path: firstBlog,
    arrive: arriveFailing('**/api/addcomment**'),
  },
  {
    ...blog,
    state: 'comments-loading',
    content: 'one',
    path: firstBlog,
    arrive: arriveWaiting('**/api/addcomment**'),
  },
  { ...wishlist, state: 'empty', content: 'demo' },
  { ...wishlist, state: 'one', content: 'one' },
  { ...wishlist, state: 'many', content: 'many' },
  { ...wishlist, state: 'odd', content: 'odd' },
  { ...wishlist, state: 'removing', content: 'odd', act: pressButton('Remove') },
  { ...wishlist, state: 'removed', content: 'odd', act: removeWish },
  { ...wishlist, state: 'error', content: 'odd', arrive: arriveFailing('**/getWishlist**') },
  { ...wishlist, state: 'loading', content: 'odd', arrive: arriveWaiting('**/getWishlist**') },
];
