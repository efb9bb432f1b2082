import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import { memberOf, publish } from '../../wishes-and-comments.ts';

const site = visitedSite({ READING: 'public' });
const video = 'https://youtu.be/abcdefghijk';

test('a video is embedded once it is pressed, and only pages with a video allow frames', async () => {
  const { context } = await memberOf(site);
  const id = await publish(
    site,
    context,
    'Moving',
    `Look:\n\n${video}\n\nhttps://a.example/a-loaf`,
  );
  const { page } = await site.visit();
  const asked: string[] = [];
  await page.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
  });
  const reply = await page.goto(`/blog/${id}`);
  expect(reply?.headers()['content-security-policy']).toContain(
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  );
  const card = page.getByRole('link', { name: 'a loaf a.example' });
  expect(await card.getAttribute('href')).toBe('https://a.example/a-loaf');
  const link = page.getByRole('link', { name: 'Video on YouTube youtu.be' });
  expect(await link.getAttribute('href')).toBe(video);
  expect(asked).toEqual([]);
  await link.click();
  const player = page.locator('iframe');
  await player.waitFor();
  expect(await player.getAttribute('title')).toBe('Video on YouTube youtu.be');
  // The frame is there before what it asks for.
  await eventually(() => asked).toEqual([
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
  ]);

  const home = await page.goto('/');
  expect(home?.headers()['content-security-policy']).not.toContain('frame-src');
});

test('without JavaScript a video is a link to its own page', { tags: 'slow' }, async () => {
  const { context } = await memberOf(site);
  const id = await publish(site, context, 'Still', video);
  const { page } = await site.visit({ javaScriptEnabled: false });
  await page.goto(`/blog/${id}`);
  const link = page.getByRole('link', { name: 'Video on YouTube youtu.be' });
  expect(await link.getAttribute('href')).toBe(video);
  expect(await page.locator('iframe').count()).toBe(0);
});
