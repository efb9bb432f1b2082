import { categories } from '../../src/blog/contract.ts';
import { findBlog } from '../../src/blog/server/blog-rows.ts';
import { commentsPerPage } from '../../src/features/comments/contract.ts';
import { findComments } from '../../src/features/comments/server/comment-store.ts';
import { findLongest } from '../../src/features/reading/server/featured.ts';
import { findLatest } from '../../src/features/reading/server/reading-answers.ts';
import { pageSize } from '../../src/features/search/contract.ts';
import { findPage, type ListRequest } from '../../src/features/search/server/find-page.ts';
import { planTitleSearch } from '../../src/features/search/server/title-search.ts';
import { findWishedBlogs, findWishes } from '../../src/features/wishlist/server/wish-store.ts';
import type { Reader } from '../../src/storage/storage.ts';
import type { MadeUpSite } from './grow.ts';
import { timeOf, words } from './made-up.ts';

/** One read of a site. */
export interface Read<Site extends MadeUpSite = MadeUpSite> {
  readonly name: string;
  /** Searches have a goal in milliseconds, other reads a goal for their growth. */
  readonly isSearch: boolean;
  /** Whether the chart has a line for it. */
  readonly isDrawn: boolean;
  /** Runs before each measurement and isn't measured. */
  readonly before?: (site: Site) => Promise<void>;
  readonly run: (site: Site) => Promise<unknown>;
}

/** The reads in the chart, as examples of the others. */
const drawn: ReadonlySet<string> = new Set([
  'Home: latest and featured',
  'All Blogs, far down',
  '10,000 comments: the first page',
  '1,000 wishes',
  'a word of every title',
  'a rare word, misspelt',
  'a part of very many words',
  'two frequent words that never meet',
]);

const firstPage: ListRequest = {
  filter: '',
  search: undefined,
  sort: '',
  after: undefined,
  limit: pageSize,
};
/** A cursor after which only the first hundred blogs follow; on a large site that is very far down. */
const farDown = { after: { createdAt: timeOf(100), id: '0' } };

type Ask = (db: Reader, site: MadeUpSite) => Promise<unknown>;

function read(name: string, ask: Ask, isSearch = false): Read {
  const isDrawn = drawn.has(name);
  return { name, isSearch, isDrawn, run: (site) => ask(site.storage.reader, site) };
}

function list(name: string, request: Partial<ListRequest>): Read {
  return read(name, (db) => findPage(db, { ...firstPage, ...request }));
}

function search(name: string, text: string, request: Partial<ListRequest> = {}): Read {
  const ask: Ask = async (db) =>
    findPage(db, { ...firstPage, ...request, search: await planTitleSearch(db, text) });
  return read(name, ask, true);
}

const { inEveryTitle, inEvenTitles, inOddTitles, rare } = words;
const comments = { limit: commentsPerPage + 1 };

/** Calls the functions that the endpoints call, in the order of the table. */
export const reads: readonly Read[] = [
  read('Home: latest and featured', async (db) => [await findLatest(db), await findLongest(db)]),
  list('All Blogs', {}),
  list('All Blogs, oldest first', { sort: 'oldest' }),
  list('All Blogs, far down', farDown),
  ...categories.map((filter) => list(filter, { filter })),
  list('Travel, far down', { filter: 'Travel', ...farDown }),
  read('a blog', (db, { busyBlogId }) => findBlog(db, busyBlogId)),
  read('10,000 comments: the first page', (db, { busyBlogId: blogId }) =>
    findComments(db, { ...comments, blogId, after: '' }),
  ),
  read('10,000 comments: from the middle on', (db, { busyBlogId: blogId, halfway: after }) =>
    findComments(db, { ...comments, blogId, after }),
  ),
  read('1,000 wishes', (db, { wisherId }) => findWishes(db, wisherId, '')),
  read('1,000 wishes: a category', (db, { wisherId }) => findWishes(db, wisherId, 'Travel')),
  read('1,000 wishes: ids', (db, { wisherId }) => findWishedBlogs(db, wisherId)),
  search('a word of every title', inEveryTitle),
  search('a word of every title, oldest first', inEveryTitle, { sort: 'oldest' }),
  search('a word of every title, in a category', inEveryTitle, { filter: 'Travel' }),
  search('a word of every title, far down', inEveryTitle, farDown),
  search('a word of every title, misspelt', words.misspelt),
  search('a rare word', rare),
  search('a rare word, oldest first', rare, { sort: 'oldest' }),
  search('a rare word, in a category', rare, { filter: 'Travel' }),
  search('a rare word, misspelt', words.rareMisspelt),
  search('a word of no title', words.absent),
  search('a word that its category never has', inOddTitles, { filter: 'Technology' }),
  search('a part of one word', words.partOfOne),
  search('a part of very many words', words.partOfMany),
  search('two frequent words', `${inEveryTitle} ${inEvenTitles}`),
  search('two frequent words, oldest first', `${inEveryTitle} ${inEvenTitles}`, {
    sort: 'oldest',
  }),
  search('two frequent words that never meet', `${inEvenTitles} ${inOddTitles}`),
  search('two frequent words that never meet, in a category', `${inEvenTitles} ${inOddTitles}`, {
    filter: 'Travel',
  }),
  search('a frequent and a rare word', `${inEveryTitle} ${rare}`),
  search('a frequent and an absent word', `${inEveryTitle} ${words.absent}`),
  search('a rare sign', words.rareLiteral),
  search('a sign of every title in what none holds', words.absentLiteral),
];
