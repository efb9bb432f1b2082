import { expect, test } from 'vitest';
import { eventually, open } from '../../browser.ts';
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

test('a video pressed after a navigation within the site plays on its page, and a link from elsewhere plays none', async () => {
  const { context } = await memberOf(site);
  const text = `\`\`\`js\nlet x = 1;\n\`\`\`\n\n${video}`;
  const id = await publish(site, context, 'Moving on', text);
  const allowedComplaints = /Content Security Policy|ERR_BLOCKED_BY_CSP/;
  const { page } = await site.visit({ allowedComplaints });
  const asked: string[] = [];
  await page.route(/youtu/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
  });
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      documents.push(new URL(request.url()).pathname);
    }
  });
  await open(page, '/All-blogs');
  await page.getByRole('main').getByRole('link', { name: 'Moving on', exact: true }).click();
  await page.waitForURL(`**/blog/${id}`);
  // The script that plays videos is there.
  await page.locator('.code').getByRole('button').waitFor();
  expect(documents).toEqual(['/All-blogs']);
  await page.getByRole('link', { name: 'Video on YouTube youtu.be' }).click();
  await eventually(() => documents).toEqual(['/All-blogs', `/blog/${id}`]);
  await page.locator('iframe').waitFor();
  await eventually(() => asked.at(-1)).toBe(
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
  );
  const here = () => page.url().slice(site.url.length);
  expect(here()).toBe(`/blog/${id}`);

  asked.length = 0;
  await page.goto('/contact');
  await page.goto(`/blog/${id}#play=youtube:abcdefghijk`);
  await eventually(here).toBe(`/blog/${id}`);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(asked).toEqual([]);
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
