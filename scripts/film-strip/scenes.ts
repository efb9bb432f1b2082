import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { boxOf, saveStatus } from '../../test/writing.ts';

export const title = 'What a lighthouse keeper writes down';
const shortDescription = 'A year of log books: weather, ships, visitors, and bread on Thursdays.';

/** One minute of typing; about a hundred words. */
const opening =
  'Every evening, before the lamp is lit, the keeper opens a book with a blue cover and writes down what the day was ' +
  'like. The wind comes first, then the height of the water, then the ships that passed and the hour at which they did. ' +
  'Nobody has asked for the rest, and the rest is what makes the books worth reading: that the goat had learned to open ' +
  'the gate, that the boat with the flour was late, that a letter came for someone who had left the island in spring. ' +
  'I spent a winter with forty of these books, and this is what I found in them.';
const middle =
  'The entries grow shorter in summer, when there is paint to be scraped and visitors to be led up the stairs, two ' +
  'hundred and eleven of them, all of whom ask whether it is lonely. The answer is written down once, in a hand that ' +
  'is steadier than usual: it is not lonely, it is quiet, and these are different things. In winter there is time. ' +
  'Then a single storm takes three pages, and one learns which window leaks, how long a candle lasts, and what one can ' +
  'sing against the noise without waking the dog. The keeper knew eleven songs to the end and began four others, which ' +
  'stand in the book with a small question mark where the words stop.';
const offlineWords =
  'On the train the network went away for a while, as it does between the two tunnels, and I went on writing as the ' +
  'keeper had done when the cable was torn: for whoever comes later. What was written there is in this text as well, ' +
  'and I could not say any more which lines they are.';
const closing =
  'What stays with me is how little of it was needed. The lamp would have burned without the goat, and no ship was ' +
  'saved by an entry about bread. But the numbers beside those entries are right to the minute for nineteen years, and ' +
  'I have come to believe that one thing kept the other going: whoever looks up every evening to see what the day was ' +
  'like does not forget to look at the oil. The last book ends in the middle of a page, after a fair day, with the ' +
  'wind from the west and a note that the swallows are back under the roof. Then the lamp was given a clock. I closed ' +
  'the book, put it back between its neighbours, and walked down the stairs, all hundred and ninety of them, slowly.';
const documentHtml =
  '<h2 style="mso-style-name:Heading">How the books are kept</h2><p class="MsoNormal">They stand in the <b>east room</b>, ' +
  'which is <i>dry</i>, in an order that the keepers agreed upon:</p><ol><li>by year,</li><li>by keeper, where two shared a ' +
  'year,</li><li>the <a href="https://example.org/wreck">book of the wreck</a> apart.</li></ol>';

/** Puts a document on the clipboard, as a word processor does. */
async function copyDocument(page: Page, context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((html) => {
    const onCopy = (event: ClipboardEvent) => {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', 'How the books are kept');
      event.clipboardData?.setData('text/html', html);
    };
    document.addEventListener('copy', onCopy, { once: true });
    document.execCommand('copy');
  }, documentHtml);
}

function seaAtDusk(): Promise<Buffer> {
  const sea = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><defs><linearGradient id="s" x2="0" y2="1">
    <stop offset="0" stop-color="#26436b"/><stop offset=".6" stop-color="#d98e5f"/><stop offset=".61" stop-color="#20445a"/>
    <stop offset="1" stop-color="#0d2230"/></linearGradient></defs><rect width="1600" height="1000" fill="url(#s)"/>
    <path d="M1180 600 l22 -330 h46 l22 330z" fill="#f0e6d8"/><circle cx="1225" cy="250" r="26" fill="#ffe9a8"/></svg>`;
  return sharp(Buffer.from(sea)).jpeg({ quality: 88 }).toBuffer();
}

export interface At {
  readonly page: Page;
  readonly context: BrowserContext;
}

export const written = ({ page }: At): Promise<string> =>
  boxOf(page, 'longDescription').inputValue();

const saved = ({ page }: At) =>
  saveStatus(page)
    .filter({ hasText: /^Saved \d/ })
    .waitFor();

/** Types keystroke by keystroke; a line break is Enter. */
async function type({ page }: At, words: string): Promise<void> {
  const names: Readonly<Record<string, string>> = { ' ': 'Space', '\n': 'Enter', '\t': 'Tab' };
  for (const letter of words) await page.keyboard.press(names[letter] ?? letter);
}

async function toTheEnd({ page }: At): Promise<void> {
  await boxOf(page, 'longDescription').focus();
  await page.keyboard.press('Control+End');
}

async function firstWords(at: At): Promise<void> {
  await toTheEnd(at);
  await type(at, opening);
  await saved(at);
}

async function listAndBold(at: At): Promise<void> {
  const { keyboard } = at.page;
  await type(at, '\n\n');
  await keyboard.press('Control+Alt+2');
  await type(at, 'What stands in them\n\n- the wind, in words and not in numbers\n');
  await type(at, 'ships, by name where it could be read\nbread, on ');
  await keyboard.press('Control+b');
  await type(at, 'Thursdays');
  await keyboard.press('Control+b');
  await type(at, `\n\n\n${middle}`);
}

async function pasteFromADocument(at: At): Promise<void> {
  const { page, context } = at;
  await type(at, '\n\n');
  await copyDocument(page, context);
  await page.keyboard.press('Control+v');
  while (!(await written(at)).includes('book of the wreck')) await page.waitForTimeout(50);
}

async function picture(at: At): Promise<void> {
  const { page } = at;
  await toTheEnd(at);
  await type(at, '\n\n');
  const base64 = (await seaAtDusk()).toString('base64');
  await boxOf(page, 'longDescription').evaluate((box, bytes) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    data.items.add(new File([content], 'dusk.jpg', { type: 'image/jpeg' }));
    const init = { clipboardData: data, bubbles: true, cancelable: true };
    box.dispatchEvent(new ClipboardEvent('paste', init));
  }, base64);
  await page.getByLabel('What it shows').fill('The lighthouse at dusk, its lamp just lit');
  await page.getByLabel('Caption').fill('The last evening of November');
}

async function table(at: At): Promise<void> {
  const { page } = at;
  await page.getByRole('button', { name: 'Done' }).click();
  await toTheEnd(at);
  await type(at, '\n\n');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await type(at, 'Month\tStorms\tNovember\tSeven');
}

async function offline(at: At): Promise<void> {
  const { page, context } = at;
  await saved(at);
  await context.setOffline(true);
  await toTheEnd(at);
  await type(at, `\n\n${offlineWords}`);
  await page.getByText('Offline', { exact: true }).first().waitFor();
}

async function reload(at: At): Promise<void> {
  const { page, context } = at;
  const before = await written(at);
  await context.setOffline(false);
  await saved(at);
  await page.reload();
  while ((await written(at)) !== before) await page.waitForTimeout(50);
}

async function publish(at: At): Promise<void> {
  const { page } = at;
  await toTheEnd(at);
  await type(at, `\n\n${closing}`);
  await boxOf(page, 'imageUrl').fill('/images/categories/travel.webp');
  await boxOf(page, 'category').selectOption('Travel');
  await boxOf(page, 'shortDescription').fill(shortDescription);
  await page.getByText('Saved', { exact: false }).first().waitFor();
}

async function published({ page }: At): Promise<void> {
  await boxOf(page, 'longDescription').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Blog added successfully!').waitFor();
}

async function read({ page }: At): Promise<void> {
  await page.getByRole('button', { name: 'View post' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The actions before each screenshot. */
export const beforePublishing: readonly (readonly [
  name: string,
  act: (at: At) => Promise<void>,
])[] = [
  ['first-words', firstWords],
  ['list-and-bold', listAndBold],
  ['paste-from-a-document', pasteFromADocument],
  ['picture', picture],
  ['table', table],
  ['offline', offline],
  ['after-the-reload', reload],
  ['before-publishing', publish],
];
export const afterwards: typeof beforePublishing = [
  ['published', published],
  ['as-it-is-read', read],
];
