import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { type RunningSite, runProgram, startSite } from '../running-site.ts';

/** What a site holds: the demo blogs, nothing at all, or blogs that are hard to lay out. */
export type SiteContent = 'demo' | 'empty' | 'odd';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export interface SceneSite {
  readonly url: string;
  /** Ids of its blogs by their titles, newest first. */
  readonly blogIds: ReadonlyMap<string, string>;
  /** What makes a browser that of somebody who has signed up. */
  readonly memberCookies: Cookies;
}

const member = {
  displayName: 'Theodora Vanderbilt',
  photoURL: '/images/authors/maren-holt.webp',
  email: 'theodora@example.org',
  password: 'Lamplight',
};

/** The title of the blog that the member wrote on the site with odd blogs. */
export const ownTitle = 'Lamplight on the Canal';
const ownBlog = {
  title: ownTitle,
  imageUrl: '/images/categories/travel.webp',
  category: 'Travel',
  shortDescription: 'A walk home that took the long way round.',
  longDescription: '## The long way\n\nThere was *no hurry*.\n\n- one bridge\n- and another',
};
const comments = [
  'I had one of those clocks.\n\nIt still hangs in the hall, and it is still wrong.',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzesentwurf '.repeat(4),
];

const oddBlogs = path.join(import.meta.dirname, 'odd-blogs');

async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      connection: 'close',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return reply;
}

async function signUp(url: string): Promise<Cookies> {
  const signedUp = await post(`${url}/identity/sign-up`, member);
  const { idToken } = await signedUp.json();
  const began = await post(
    `${url}/jwt`,
    { email: member.email },
    { authorization: `Bearer ${idToken}` },
  );
  return [...signedUp.headers.getSetCookie(), ...began.headers.getSetCookie()].map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value, url };
  });
}

/** Has the member write a blog, wish for the others and comment on one. */
async function fillForMember(url: string, cookies: Cookies): Promise<void> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const others = [...(await blogIdsOf(url)).values()];
  for (const reviewId of others) await post(`${url}/addWishlist`, { reviewId }, { cookie });
  for (const comment of comments) {
    await post(`${url}/api/addcomment`, { blogId: others.at(-1), comment }, { cookie });
  }
  await post(`${url}/api/addBlog`, ownBlog, { cookie });
}

async function blogIdsOf(url: string): Promise<ReadonlyMap<string, string>> {
  const reply = await fetch(`${url}/api/allBlogs?limit=100`, { headers: { connection: 'close' } });
  const blogs: { readonly _id: string; readonly title: string }[] = await reply.json();
  return new Map(blogs.map(({ _id, title }) => [title, _id]));
}

/** Sites with different contents, each started when it is first asked for. */
export class SceneSites {
  readonly #running: RunningSite[] = [];
  readonly #folders: string[] = [];
  readonly #sites = new Map<SiteContent, Promise<SceneSite>>();

  of(content: SiteContent): Promise<SceneSite> {
    const known = this.#sites.get(content) ?? this.#start(content);
    this.#sites.set(content, known);
    return known;
  }

  async #start(content: SiteContent): Promise<SceneSite> {
    const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-scenes-'));
    this.#folders.push(folder);
    const settings = { DATA_DIR: folder, DEMO: content === 'demo' ? 'on' : 'off' };
    if (content === 'odd') {
      const { code, output } = await runProgram('src/app/import.ts', [oddBlogs], settings);
      if (code !== 0) throw new Error(`The odd blogs were not imported:\n${output}`);
    }
    const site = await startSite(settings);
    this.#running.push(site);
    const memberCookies = await signUp(site.url);
    if (content === 'odd') await fillForMember(site.url, memberCookies);
    return { url: site.url, blogIds: await blogIdsOf(site.url), memberCookies };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((site) => site.stop()));
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}
