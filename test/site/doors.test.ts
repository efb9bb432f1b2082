import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { givenMember } from '../../src/identity/testing.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

const siteUrl = 'https://blog.example.org';

/** Sends a request with any headers; `fetch` sets some of them itself. */
async function send(url: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  request(url, { method, headers }, resolve).on('error', reject).end();
  const reply = await promise;
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) };
}

testOnEachEngine(
  'following a link to /logout does not sign out, but shows a button',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const { host } = new URL(url);
    const ways: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
      // On a site without HTTPS browsers send no Sec-Fetch headers.
      { referer: `http://${host}/blog/1`, accept: 'text/html,*/*;q=0.8' },
    ];
    for (const headers of ways) {
      const page = await send(`${url}/logout`, { ...headers, cookie: ada.cookie });
      expect(page.status).toBe(200);
      expect(page.headers['set-cookie']).toBeUndefined();
      expect(page.headers['cache-control']).toContain('no-store');
      expect(page.text).toContain('Log out?');
      expect(page.text).toMatch(/<button[^>]*>Log Out<\/button>/);
      expect(page.text).toContain('JavaScript is needed to');
    }
    expect((await ada.request('/api/account')).status).toBe(200);
    const stranger = await send(`${url}/logout`, { accept: 'text/html' });
    expect(stranger.text).toContain('You are logged out');

    const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
    const out = await send(`${url}/logout`, { ...script, cookie: ada.cookie });
    expect(out.status).toBe(204);
    expect((await ada.request('/api/account')).status).toBe(401);
  },
);

testOnEachEngine(
  'a site with SITE_URL answers requests for another host with 421, except health checks',
  async ({ storage }) => {
    const { url } = await listen(storage, { SITE_URL: siteUrl });
    const own = { host: 'blog.example.org' };
    const foreign = { host: 'evil.example' };
    const paths = ['/', '/All-blogs', '/api/latestBlogs', '/feed.xml', '/images/mark.svg'];
    for (const path of paths) {
      const refused = await send(url + path, foreign);
      expect(refused.status, path).toBe(421);
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'misdirected',
        message: `This site goes by ${siteUrl}: please open it there.`,
      });
    }
    const writing = { ...foreign, origin: siteUrl, 'content-type': 'application/json' };
    expect((await send(`${url}/identity/sign-in`, writing, 'POST')).status).toBe(421);
    // A page is cached for the site's own host by now.
    expect((await send(url, own)).status).toBe(200);
    expect((await send(url, foreign)).status).toBe(421);
    for (const path of ['/healthz', '/readyz']) {
      expect((await send(url + path, foreign)).status, path).toBe(200);
    }
  },
);
