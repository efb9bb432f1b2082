import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { categories } from '../../src/blog/contract.ts';
import { inMatrix } from '../matrix.ts';
import { runProgram, startSite } from '../running-site.ts';
import type { SiteHere } from '../site-here.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { fillEmails } from './scene-emails.ts';
import { giveOwner } from './scene-staff.ts';

/** What a site holds: the demo blogs, nothing at all, one blog, hundreds, or blogs that are hard to lay out. */
export type SiteContent = 'demo' | 'empty' | 'one' | 'many' | 'odd';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export interface SceneSite {
  readonly url: string;
  /** Ids of its blogs by their titles, newest first. */
  readonly blogIds: ReadonlyMap<string, string>;
  /** Who wrote the newest; empty where nobody did. */
  readonly authorId: string;
  /** What makes a browser that of somebody who has signed up. */
  readonly memberCookies: Cookies;
  /** The same of the site's owner. */
  readonly ownerCookies: Cookies;
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
  longDescription:
    '## The long way\n\nThere was *no hurry*.\n\n- one bridge\n- and another\n\n![](/images/categories/travel.webp)',
};
/** The title of another of theirs there, which the site's owner, as an editor, made a draft again. */
export const takenBackTitle = 'What the lock keeper never said';
const oddComments = [
  'I had one of those clocks.\n\nIt still hangs in the hall, and it is still wrong.',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzesentwurf '.repeat(4),
  'unbroken'.repeat(60),
  'قرأت هذا في القطار أيضًا.',
];

const oddBlogs = path.join(import.meta.dirname, 'odd-blogs');
/** More than a page of anything holds; in the whole matrix more than two of what is shown a hundred at a time. */
const manyCount = inMatrix({ usual: 110, whole: 240 });
/** What makes a site show all that hangs on its settings. Its e-mails go nowhere: nobody listens at that port. */
const openSettings = {
  READING: 'public',
  SMTP_URL: 'smtp://127.0.0.1:9',
  GOOGLE_CLIENT_ID: 'nobody',
  GOOGLE_CLIENT_SECRET: 'nothing',
};

/** Writes this many blogs as files into a folder: short ones, in turn of each category. */
function writeBlogs(folder: string, count: number): void {
  mkdirSync(folder);
  for (let number = 1; number <= count; number += 1) {
    const category = categories[number % categories.length] ?? 'Other';
    const date = new Date(Date.UTC(2024, 0, number)).toISOString().slice(0, 10);
    const text = `---
title: Letter ${number} from the lighthouse
category: ${category}
author: Maren Holt
description: What the keeper saw on day ${number}.
image: /images/categories/${category.toLowerCase()}.webp
---

The lamp was lit at dusk. ${'The wind came from the west and stayed. '.repeat(number % 7)}
`;
    writeFileSync(path.join(folder, `${date}-letter-${number}.md`), text);
  }
}

/** The folder that a site's blogs are imported from; undefined where it imports none. */
function blogsFor(content: SiteContent, folder: string): string | undefined {
  if (content === 'odd') return oddBlogs;
  if (content !== 'one' && content !== 'many') return undefined;
  const letters = path.join(folder, 'letters');
  writeBlogs(letters, content === 'one' ? 1 : manyCount);
  return letters;
}

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const reply = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'sec-fetch-site': 'same-origin',
      connection: 'close',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return reply;
}

function post(url: string, body: unknown, headers?: Readonly<Record<string, string>>) {
  return send('POST', url, body, headers);
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

/** What a `Cookie` header holds, for a browser. */
function cookiesOf(url: string, header: string): Cookies {
  const [name = '', value = ''] = header.split('=', 2);
  return [{ name, value, url }];
}

/** Has the member write a blog, change it, leave a text unpublished, and have another published later. */
async function writeAsMember(url: string, cookie: string): Promise<void> {
  await post(`${url}/api/addBlog`, { ...ownBlog, title: takenBackTitle }, { cookie });
  const { _id } = await (await post(`${url}/api/addBlog`, ownBlog, { cookie })).json();
  const changed = { ...ownBlog, longDescription: `${ownBlog.longDescription}\n\nAnd home.` };
  await send('PUT', `${url}/api/blog/${_id}`, changed, { cookie });
  const text = { ...ownBlog, title: 'A title that is not finished', longDescription: '' };
  const draft = { text, baseTag: null, revision: null, device: 'another', sequence: 1 };
  const { revision } = await (
    await send('PUT', `${url}/api/drafts/new`, { ...draft, text: ownBlog }, { cookie })
  ).json();
  // From elsewhere, so that the draft has a history.
  const goesOn = { ...draft, revision, device: 'elsewhere' };
  await send('PUT', `${url}/api/drafts/new`, goesOn, { cookie });
  await scheduleAsMember(url, cookie);
  await backToDraftAsMember(url, cookie);
  await deleteAsMember(url, cookie);
}

/** Has the member publish a blog and make it a draft again. */
async function backToDraftAsMember(url: string, cookie: string): Promise<void> {
  const blog = { ...ownBlog, title: 'A walk that was taken back' };
  const { _id } = await (await post(`${url}/api/addBlog`, blog, { cookie })).json();
  await post(`${url}/api/blog/${_id}/draft`, {}, { cookie });
}

/** Has the member publish a blog and delete it. */
async function deleteAsMember(url: string, cookie: string): Promise<void> {
  const blog = { ...ownBlog, title: 'A door that was closed too soon' };
  const { _id } = await (await post(`${url}/api/addBlog`, blog, { cookie })).json();
  const title = encodeURIComponent(blog.title);
  await send('DELETE', `${url}/api/blog/${_id}?title=${title}`, undefined, { cookie });
}

/** Has the member write a blog that is published in a month. */
async function scheduleAsMember(url: string, cookie: string): Promise<void> {
  const address = `${url}/api/drafts/01890000-0000-7000-8000-000000000000`;
  const text = { ...ownBlog, title: 'The market before anybody is there' };
  const draft = { text, baseTag: null, revision: null, device: 'another', sequence: 1 };
  const { revision } = await (await send('PUT', address, draft, { cookie })).json();
  const publishAt = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
  await send('PUT', `${address}/schedule`, { publishAt, revision }, { cookie });
}

/** Has the member wish for every blog, comment on one, and follow an author where there are many blogs. */
async function fillForMember(url: string, cookies: Cookies, content: SiteContent): Promise<void> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const blogIds = [...(await blogIdsOf(url)).values()];
  for (const reviewId of blogIds) await post(`${url}/addWishlist`, { reviewId }, { cookie });
  for (const comment of commentsFor(content)) {
    const blogId = content === 'odd' ? blogIds.at(-1) : blogIds[0];
    await post(`${url}/api/addcomment`, { blogId, comment }, { cookie });
  }
  if (content === 'many') {
    const authorId = await authorIdOf(url, blogIds[0]);
    if (authorId) await send('PUT', `${url}/api/followed/${authorId}`, undefined, { cookie });
  }
  if (content === 'odd') await writeAsMember(url, cookie);
}

function commentsFor(content: SiteContent): readonly string[] {
  if (content === 'odd') return oddComments;
  if (content === 'one') return ['I read this twice.'];
  return Array.from({ length: manyCount }, (_, index) => `Seen from the pier, night ${index + 1}.`);
}

/** Ids of all blogs by their titles, newest first. */
async function blogIdsOf(url: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  let next: string | undefined = '/api/allBlogs?limit=100';
  while (next !== undefined) {
    const reply: Response = await fetch(url + next, { headers: { connection: 'close' } });
    const blogs: { readonly _id: string; readonly title: string }[] = await reply.json();
    for (const { _id, title } of blogs) ids.set(title, _id);
    next = /<([^>]+)>; *rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

async function authorIdOf(url: string, blogId: string | undefined): Promise<string> {
  if (blogId === undefined) return '';
  const reply = await fetch(`${url}/api/blog/${blogId}`, { headers: { connection: 'close' } });
  return (await reply.json()).authorId ?? '';
}

type StartSite = (settings: Readonly<Record<string, string>>) => Promise<SiteHere>;

/** Sites with different contents, each started when it is first asked for: as a process of its own unless `start` is given. */
export class SceneSites {
  readonly #startSite: StartSite;
  readonly #running: SiteHere[] = [];
  readonly #folders: TemporaryFolder[] = [];
  readonly #sites = new Map<SiteContent, Promise<SceneSite>>();

  constructor(start: StartSite = startSite) {
    this.#startSite = start;
  }

  of(content: SiteContent): Promise<SceneSite> {
    const known = this.#sites.get(content) ?? this.#start(content);
    this.#sites.set(content, known);
    return known;
  }

  async #start(content: SiteContent): Promise<SceneSite> {
    const place = temporaryFolder('scenes');
    const folder = place.path;
    this.#folders.push(place);
    const settings = {
      DATA_DIR: folder,
      DEMO: content === 'demo' ? 'on' : 'off',
      ...(content === 'one' && openSettings),
    };
    const blogs = blogsFor(content, folder);
    if (blogs !== undefined) {
      const { code, output } = await runProgram(['src/app/commands/import.ts', blogs], settings);
      if (code !== 0) throw new Error(`The blogs were not imported:\n${output}`);
    }
    const site = await this.#startSite(settings);
    this.#running.push(site);
    const memberCookies = await signUp(site.url);
    if (blogs !== undefined) await fillForMember(site.url, memberCookies, content);
    const blogIds = await blogIdsOf(site.url);
    const [newest] = blogIds.values();
    const authorId = await authorIdOf(site.url, newest);
    const owner = await giveOwner(site.url, content === 'demo');
    if (content === 'one') await fillEmails(site.url, folder, owner);
    if (content === 'odd') {
      const id = blogIds.get(takenBackTitle);
      await post(`${site.url}/api/edit/${id}/draft`, undefined, { cookie: owner });
    }
    const ownerCookies = cookiesOf(site.url, owner);
    return { url: site.url, blogIds, authorId, memberCookies, ownerCookies };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((site) => site.stop()));
    for (const folder of this.#folders) folder.remove();
  }
}
