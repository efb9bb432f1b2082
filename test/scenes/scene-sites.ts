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
  /** Ids of its latest blogs by their titles. */
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

const oddBlogs = path.join(import.meta.dirname, 'odd-blogs');

function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      connection: 'close',
      ...headers,
    },
    body: JSON.stringify(body),
  });
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

async function latestIds(url: string): Promise<ReadonlyMap<string, string>> {
  const reply = await fetch(`${url}/api/latestBlogs`, { headers: { connection: 'close' } });
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
    return {
      url: site.url,
      blogIds: await latestIds(site.url),
      memberCookies: await signUp(site.url),
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((site) => site.stop()));
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}
