import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { blogTags } from '../../src/blog/contract.ts';
import { encodeCursor } from '../../src/blog/server/blogs-page.ts';
import { allBlogs } from '../../src/features/search/contract.ts';
import { paths } from '../../src/paths.ts';
import { freePort } from '../../test/free-port.ts';
import { startServer } from '../server-process.ts';
import { captureReply } from '../speed/load/captured-reply.ts';
import { siteCommand, siteSettings, siteVariables } from '../start-site.ts';
import type { MadeUpSite } from './grow.ts';
import { timeOf, words } from './made-up.ts';
import type { Read } from './reads.ts';

/** A made-up site, served by a process. */
export interface ServedSite extends MadeUpSite {
  readonly origin: string;
  stop(): Promise<void>;
}

/** PostgreSQL notifies other processes of a change within this time; on SQLite each request checks. */
const heardWithinMs = 20;

/** Serves the site by a process that caches finished pages in memory only. */
export async function serve(site: MadeUpSite): Promise<ServedSite> {
  const port = await freePort();
  const { dataDir, databaseUrl = '' } = site.place;
  const server = await startServer(await siteCommand(), port, {
    ...(await siteVariables()),
    ...siteSettings(port, dataDir),
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    LIMITS: '0',
    PAGES_ON_DISK: '0',
  });
  return { ...site, origin: server.origin, stop: () => server.stop() };
}

/** Invalidates the pages with lists and those of this blog, as a publication does. */
async function dropPages({ storage, busyBlogId }: ServedSite): Promise<void> {
  await storage.write(async ({ touch }) => touch(blogTags.lists, blogTags.one(busyBlogId)), {
    lockKeys: [],
  });
  if (storage.engine === 'postgres') await wait(heardWithinMs);
}

const agent = new Agent({ keepAlive: true });

async function request({ origin }: ServedSite, path: string): Promise<void> {
  const { status } = await captureReply(origin, path, { agent });
  if (status !== 200) throw new Error(`${path} answers ${status}.`);
}

/** Two reads of a page: rendered anew, and then from the cache. */
function page(
  name: string,
  pathOf: (site: ServedSite) => string,
  isSearch = false,
): readonly Read<ServedSite>[] {
  const run = (site: ServedSite) => request(site, pathOf(site));
  const shared = { isSearch, isDrawn: false, run };
  return [
    { ...shared, name, before: dropPages },
    { ...shared, name: `${name}, from memory` },
  ];
}

const farDown = encodeCursor({
  createdAt: timeOf(100),
  id: '00000000-0000-7000-8000-000000000000',
});
const api = (query: string) => `${allBlogs.path}?${query}`;

/** In the order of the table. */
export const requests: readonly Read<ServedSite>[] = [
  ...page('Home', () => '/'),
  ...page('All Blogs', () => paths.allBlogs.to()),
  ...page('All Blogs, far down', () => paths.allBlogs.to({ cursor: farDown })),
  ...page('All Blogs, a category', () => paths.allBlogs.to({ filter: 'Travel' })),
  ...page('All Blogs, a search', () => paths.allBlogs.to({ search: words.inEveryTitle }), true),
  ...page('the page of a blog with 10,000 comments', ({ busyBlogId }) => paths.blog.to(busyBlogId)),
  ...page('the page of an author', ({ wisherId }) => paths.author.to(wisherId)),
  ...page('the API: latest', () => '/api/latestBlogs'),
  ...page('the API: all blogs', () => allBlogs.path),
  ...page('the API: a search', () => api(`search=${words.inEveryTitle}`), true),
  ...page(
    'the API: two words',
    () => api(`search=${words.inEvenTitles}+${words.inOddTitles}`),
    true,
  ),
  ...page('the API: a blog', ({ busyBlogId }) => `/api/blog/${busyBlogId}`),
  ...page('the feed', () => '/feed.xml'),
  ...page('the site map', () => '/sitemap.xml'),
];
