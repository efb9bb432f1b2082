import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../../account.ts';
import { eventually, failApi, open, passTimeUntilSeen } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { publishInBackground } from '../../writing.ts';

const site = visitedSite({ READING: 'public' });
const membersSite = visitedSite({ READING: 'members' });

const searchBox = (page: Page) => page.getByRole('searchbox');
const inTheText = (page: Page) => page.getByRole('region', { name: 'In the text', exact: true });

async function isInView(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y + box.height > 0 && box.y < height;
}

async function searchFor(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

/** The titles of the results of the full-text search. */
const titlesIn = (page: Page) => inTheText(page).getByRole('heading', { level: 3 }).allInnerTexts();

test.for([
  { name: 'with a script', javaScriptEnabled: true },
  { name: 'without a script', javaScriptEnabled: false },
])(
  'a phrase in a blog is found, and its result links to the sentence, $name',
  async ({ javaScriptEnabled }) => {
    const { page } = await site.visit({ javaScriptEnabled });
    if (javaScriptEnabled) await open(page, '/All-blogs');
    else await page.goto('/All-blogs');
    await searchFor(page, 'keys in their hand');
    await eventually(() => titlesIn(page)).toEqual(['The Ferry Is the Holiday']);
    await page.getByText(/^No title has “keys in their hand”/).waitFor();
    await page.getByRole('link', { name: '1 text says it' }).waitFor();
    const marked = inTheText(page).locator('mark');
    expect(await marked.allInnerTexts()).toEqual(['keys', 'in', 'their', 'hands']);

    await inTheText(page).getByRole('link', { name: 'The Ferry Is the Holiday' }).click();
    await page.waitForURL(/\/blog\//);
    const sentence = page.locator('.article-text p', { hasText: 'with keys in their hands' });
    await eventually(() => isInView(page, sentence)).toBe(true);
  },
);

test('a result links to its sentence in a script without blanks, a heading or a repeated beginning', async () => {
  const { page, context } = await site.visit();
  await signUpInBackground(context, site.url);
  const filler = 'Words that nobody looks for, one after the other.\n\n'.repeat(60);
  const repeated = 'Whoever walked along the river that year';
  const places = [
    ['喫茶店', '私は昨日の夕方に東京駅の近くにある小さな喫茶店で友達と一緒に長い間話しました'],
    ['แม่น้ำ', 'เมื่อวานนี้เราเดินเล่นริมแม่น้ำกับเพื่อนเก่าและคุยกันจนถึงเย็น'],
    ['호숫가', '어제 오후에 오랜 친구들과 함께 호숫가 작은 찻집에서 긴 이야기를 나누었습니다'],
    ['cormorants', `${repeated} saw seven cormorants on the posts of the old landing stage.`],
    ['weirs', 'Of weirs and millers'],
  ];
  for (const [index, [, sentence = '']] of places.entries()) {
    const isHeading = index === places.length - 1;
    const more = isHeading ? '\n\n## More\n\nA.\n\n## Most\n\nB.' : '';
    await publishInBackground(context, site.url, {
      title: `Place ${index}`,
      longDescription: `${repeated} saw nothing.\n\n${filler}${isHeading ? '## ' : ''}${sentence}\n\n${filler}${more}`,
    });
  }
  for (const [search = '', sentence = ''] of places) {
    await open(page, `/All-blogs?search=${encodeURIComponent(search)}`);
    await inTheText(page).getByRole('link').first().click();
    await page.waitForURL(/\/blog\//);
    const place = page.locator('.article-text').locator('p, h2').filter({ hasText: sentence });
    const isSeen = async () => ({ search, isSeen: await isInView(page, place) });
    await eventually(isSeen).toEqual({ search, isSeen: true });
  }
});

test('a search shows its correction, what it can’t search for, and the search tips', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/All-blogs');
  const tips = page.getByText('Search tips', { exact: true });
  await tips.focus();
  await page.keyboard.press('Enter');
  await page.getByText('author:maya', { exact: true }).waitFor();

  await searchFor(page, 'lifejakets');
  await page.getByText('No text has what you typed.').waitFor();
  await page.getByRole('link', { name: 'lifejackets', exact: true }).click();
  await eventually(() => searchBox(page).inputValue()).toBe('lifejackets');
  await eventually(() => titlesIn(page)).toEqual(['The Ferry Is the Holiday']);

  await searchFor(page, 'ferry before:soon');
  await page.getByText('“before:” takes a year, a month or a day').waitFor();

  await searchFor(page, 'xyzzyq');
  await page.getByText('No Posts Available', { exact: true }).waitFor();
  expect(await inTheText(page).count()).toBe(0);
});

test('a full-text search that failed can be tried again', { tags: 'slow' }, async () => {
  const { page } = await site.visit({ allowedComplaints: /500/ });
  await failApi(page, '/api/search');
  await page.clock.install();
  await open(page, '/All-blogs');
  await searchFor(page, 'lifejackets');
  await passTimeUntilSeen(page, page.getByText('The texts could not be searched.'));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await eventually(() => titlesIn(page)).toEqual(['The Ferry Is the Holiday']);
});

test('on a members’ site only members get results of the full-text search', async () => {
  const stranger = await membersSite.visit();
  await open(stranger.page, '/All-blogs?search=lifejackets');
  await stranger.page.getByText('to search what the blogs say, too.').waitFor();
  expect(await inTheText(stranger.page).count()).toBe(0);

  const { page, context } = await membersSite.visit();
  await signUpInBackground(context, membersSite.url);
  await open(page, '/All-blogs?search=lifejackets');
  await eventually(() => titlesIn(page)).toEqual(['The Ferry Is the Holiday']);
  expect(await page.getByText('to search what the blogs say, too.').count()).toBe(0);
});
