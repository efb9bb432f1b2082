import type { Measurement } from '../contest.ts';
import { captureReply, headerOf } from '../load/captured-reply.ts';
import type { FilledSite } from '../places.ts';
import { commonWord } from '../posts.ts';
import { loadMeasurement } from './load.ts';

const home = () => ['/'];
export const posts = ({ blogIds }: FilledSite) => blogIds.map((id) => `/blog/${id}`);
const onePost = (site: FilledSite) => posts(site).slice(-1);
const lists = () => ['/api/latestBlogs', '/api/featuredBlogs', '/api/allBlogs'];
export const blogsOfApi = ({ blogIds }: FilledSite) => blogIds.map((id) => `/api/blog/${id}`);

/** Filters, searches, and the following pages. */
async function allBlogs({ origin }: FilledSite): Promise<readonly string[]> {
  const paths = [
    '/All-blogs',
    '/All-blogs?filter=Technology',
    '/All-blogs?filter=Health',
    '/All-blogs?filter=Travel',
    `/All-blogs?search=${commonWord}`,
    '/All-blogs?search=kalo',
    '/All-blogs?sort=oldest',
  ];
  let query = '';
  for (let page = 1; page <= 5; page += 1) {
    const reply = await captureReply(origin, `/api/allBlogs${query}`);
    const [, next] = /<[^>?]*(\?[^>]*)>;\s*rel="?next/.exec(headerOf(reply, 'link') ?? '') ?? [];
    if (next === undefined) throw new Error('The list of all blogs has no next page.');
    query = next;
    paths.push(`/All-blogs${query}`);
  }
  return paths;
}

export const allLists = async (site: FilledSite) => [...(await allBlogs(site)), ...lists()];

/** Pages for signed-out visitors. */
export const publicPages: readonly Measurement[] = [
  loadMeasurement({ id: 'home', title: 'Home', paths: home, goal: 0.9, isInGate: true }),
  loadMeasurement({
    id: 'home-gzip',
    title: 'Home, asked for with gzip',
    paths: home,
    encoding: 'gzip',
    goal: 0.9,
    size: { title: '– its bytes', goal: 7.5 },
  }),
  loadMeasurement({
    id: 'home-brotli',
    title: 'Home, asked for with Brotli',
    paths: home,
    encoding: 'br',
    goal: 0.9,
    size: { title: '– its bytes', goal: 7.5 },
  }),
  loadMeasurement({
    id: 'home-cookie',
    title: 'Home, with any other cookie (`a=b`)',
    paths: home,
    cookie: 'a=b',
    goal: 0.9,
  }),
  loadMeasurement({
    id: 'posts',
    title: 'A mix of 500 posts',
    paths: posts,
    goal: 0.85,
    isInGate: true,
  }),
  loadMeasurement({
    id: 'posts-gzip',
    title: 'A mix of 500 posts, with gzip',
    paths: posts,
    encoding: 'gzip',
    goal: 0.85,
  }),
  loadMeasurement({
    id: 'all-blogs',
    title: 'All Blogs, a mix of filter, search and page',
    paths: allBlogs,
    goal: 0.85,
  }),
  loadMeasurement({
    id: 'api-lists',
    title: 'The lists of the API',
    paths: lists,
    goal: 0.85,
    isInGate: true,
  }),
  loadMeasurement({
    id: 'api-blogs',
    title: '`GET /api/blog/{id}` over 500',
    paths: blogsOfApi,
    goal: 0.85,
  }),
];

const member = { cookie: 'member', goal: 0.4 } as const;

/** Pages for signed-in members. */
export const membersPages: readonly Measurement[] = [
  loadMeasurement({
    ...member,
    id: 'home-signed-in',
    title: 'Home',
    paths: home,
    isInGate: true,
  }),
  loadMeasurement({
    ...member,
    id: 'home-signed-in-gzip',
    title: 'Home, with gzip',
    paths: home,
    encoding: 'gzip',
    size: { title: '– its bytes' },
  }),
  loadMeasurement({ ...member, id: 'blog-signed-in', title: 'One blog', paths: onePost }),
  loadMeasurement({
    ...member,
    id: 'blog-signed-in-gzip',
    title: 'One blog, with gzip',
    paths: onePost,
    encoding: 'gzip',
  }),
  loadMeasurement({
    ...member,
    id: 'posts-signed-in',
    title: 'A mix of 500 posts',
    paths: posts,
    isInGate: true,
  }),
  loadMeasurement({
    ...member,
    id: 'posts-signed-in-gzip',
    title: 'A mix of 500 posts, with gzip',
    paths: posts,
    encoding: 'gzip',
  }),
  loadMeasurement({
    ...member,
    id: 'home-signed-in-postgres',
    title: 'Home, on PostgreSQL',
    content: 'postgres',
    paths: home,
  }),
  loadMeasurement({
    ...member,
    id: 'posts-signed-in-postgres',
    title: 'A mix of 500 posts, on PostgreSQL',
    content: 'postgres',
    paths: posts,
  }),
];
