import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import { addComment, commentsOfBlog } from '../../src/features/comments/contract.ts';
import { keepPlace } from '../../src/features/reading/contract/history.ts';
import { addWish } from '../../src/features/wishlist/contract.ts';
import { addBlog, updateBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import type { Scene } from '../../src/identity/testing-access.ts';
import { testOn } from '../../src/storage/testing.ts';
import { permissions } from '../../test/site/permissions/testing-permissions.ts';
import { givenScene } from '../../test/site/permissions/testing-scene.ts';
import { exceptions } from './crossings.ts';
import { distribution, referencesAcross, uniqueWithoutKey } from './distribution.ts';
import { columnsOf, crossingOf, watchStatements } from './testing-crossings.ts';

vi.setConfig({ testTimeout: 120_000 });

/**
 * Callers, in order: the first that the endpoint allows makes the call. Staff calls are left out: they are rare and
 * concern the whole site.
 */
const actors = ['visitor', 'user', 'author', 'commenter'] as const;

/** Reads as visitors and a member do on a site with contents: lists, searches, following pages. */
async function readMuch({ visitor, author, user: member }: Scene): Promise<void> {
  const blogs: string[] = [];
  for (const title of ['Looms and engines', 'Engines that weave looms', 'Weaving']) {
    const { body } = await author.call(addBlog, { body: { ...text, title, tags: 'Looms' } });
    blogs.push(body._id);
  }
  const [blogId = ''] = blogs;
  for (const comment of ['Nice.', 'Very.'])
    await member.call(addComment, { body: { blogId, comment } });
  for (const reviewId of blogs) await member.call(addWish, { body: { reviewId } });
  const place = { block: 1, hash: 1, share: 10, isFinished: false, known: '' };
  const reader = member.person.id;
  for (const id of blogs)
    await member.call(keepPlace, { params: { id }, body: { ...place, reader } });
  await author.call(updateBlog, { params: { id: blogId }, body: { ...text, title: 'Looms' } });
  const lists = [
    '',
    'filter=Technology',
    'sort=oldest',
    'search=loom',
    'search=engine',
    'search=looms%20engines',
    'search=e',
    'search=n-',
    'search=engins',
    'search=looms&filter=Technology&sort=oldest',
  ];
  const month = new Date().toISOString().slice(0, 7);
  const [year = ''] = month.split('-');
  const addresses = [
    ...lists.flatMap((query) => [`/api/allBlogs?limit=1&${query}`, `/All-blogs?${query}`]),
    '/',
    '/Featured-Blogs',
    '/Wishlist',
    '/history',
    `/api/history/${blogId}`,
    '/getWishlist?filter=Technology',
    '/tags/looms',
    '/api/tags/looms/blogs',
    '/archive',
    `/archive/${year}`,
    `/archive/${month.replace('-', '/')}`,
    ...[month, 'authors', 'tags'].map((part) => `/sitemap.xml?part=${part}`),
    '/api/allBlogs?search=looms%20tag:looms',
    '/Account',
    '/Account/writing',
    `/author/${author.person.id}`,
    ...blogs.flatMap((id) => [`/blog/${id}`, `/update-blog/${id}`, `/api/blog/${id}/beside`]),
    `${commentsOfBlog.path}?limit=1&blogId=${blogId}`,
  ];
  for (const who of [visitor, member, author]) {
    for (const address of addresses) {
      const reply = await who.request(address);
      await reply.arrayBuffer();
      const [, next] = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '') ?? [];
      if (next === undefined) continue;
      await (await who.request(new URL(next, reply.url).href)).arrayBuffer();
    }
  }
}

testOn(
  'postgres',
  'every table is placed by one of its own columns or as a whole',
  async ({ storage }) => {
    const columns = await columnsOf(storage.writer);
    const own = [...columns.keys()].filter((table) => !table.startsWith('kysely_'));
    expect(Object.keys(distribution).sort()).toEqual([...own].sort());
    const lost = Object.entries(distribution).filter(
      ([table, placement]) =>
        'column' in placement && !columns.get(table)?.includes(placement.column),
    );
    expect(lost).toEqual([]);
  },
);

testOn(
  'postgres',
  'the unique and foreign keys that a distributed database would not allow are listed',
  async ({ storage }) => {
    const { rows: unique } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisunique group by c.relname, i.indexrelid`.execute(storage.writer);
    const columnOf = (table: string) => {
      const placement = distribution[table];
      return placement && 'column' in placement ? placement.column : undefined;
    };
    const narrow = unique.flatMap(({ table, columns }) => {
      const column = columnOf(table);
      return column === undefined || columns.includes(column) ? [] : [`${table} (${columns})`];
    });
    expect(narrow.sort()).toEqual([...uniqueWithoutKey].sort());
    const { rows: references } = await sql<{ from: string; column: string; to: string }>`
    select f.relname as from, a.attname::text as column, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[1]
    where k.contype = 'f'`.execute(storage.writer);
    const across = references.filter(({ from, column, to }) => {
      if (distribution[to]?.by === 'reference') return false;
      const isOfKey = distribution[from]?.by === distribution[to]?.by;
      return !(isOfKey && column === (columnOf(from) ?? column));
    });
    expect(across.map(({ from, column, to }) => `${from}.${column} → ${to}`).sort()).toEqual(
      [...referencesAcross].sort(),
    );
  },
);

testOn(
  'postgres',
  'a statement that crosses nodes is distinguished from one that stays on one node',
  async ({ storage }) => {
    const columns = await columnsOf(storage.writer);
    const crossing = (text: string, ...values: readonly unknown[]) =>
      crossingOf(storage.writer, { text, values }, columns);
    const joined = 'select * from comments c join blogs b on b.id = c.blog_id where';
    expect(await crossing(`${joined} b.id = $1`, 'one')).toBeUndefined();
    expect(await crossing(`${joined} b.id = $1 or c.id = $2`, 'one', 'x')).toBeDefined();
    expect(await crossing(`${joined} c.person_id = $1`, 'ada')).toBe(
      'select blogs (id), comments (blog_id, person_id =)',
    );
    const two = 'select 1 from comments c, blog_html h where c.blog_id = $1 and h.blog_id = $2';
    expect(await crossing(two, 'one', 'one')).toBeUndefined();
    expect(await crossing(two, 'one', 'other')).toBeDefined();
    expect(await crossing('select * from published_blogs where id in ($1, $2)', 'a', 'b')).toBe(
      'select blogs (id)',
    );
    const insert = 'insert into unrelated_blogs (blog_id) values ($1), ($2)';
    expect(await crossing(insert, 'a', 'a')).toBeUndefined();
    expect(await crossing(insert, 'a', 'b')).toBe('insert unrelated_blogs');
    const wish = `select 1 from wishes w join blogs b on b.id = w.blog_id where w.person_id = $1 and b.id = $2`;
    expect(await crossing(wish, 'ada', 'one')).toBeDefined();
  },
);

testOn(
  'postgres',
  'every query of a request stays on one node or is a listed exception',
  { tags: 'slow' },
  async ({ storage }) => {
    const { url } = await listen(storage);
    const { found, on, off } = watchStatements();
    let scene = await givenScene(storage, url, 0);
    for (const [index, row] of permissions.entries()) {
      const best = row.statuses.findIndex((status) => status !== null && status < 400);
      const caller = scene[actors[best] ?? 'author'];
      const { path, init } = await row.call(scene, caller);
      on();
      const reply = await caller.request(path, init);
      await reply.arrayBuffer();
      off();
      // A read that sets no cookie leaves the scene unchanged.
      const isAsBefore = row.route.startsWith('GET ') && !reply.headers.has('set-cookie');
      if (!isAsBefore) scene = await givenScene(storage, url, index + 1);
    }
    on();
    await readMuch(scene);
    off();
    expect(found.size).toBeGreaterThan(200);

    const columns = await columnsOf(storage.writer);
    const crossings = new Map<string, string>();
    for (const statement of found.values()) {
      const crossing = await crossingOf(storage.writer, statement, columns);
      if (crossing !== undefined) crossings.set(crossing, statement.text);
    }
    const listed = new Set(exceptions.flatMap(({ statements }) => statements));
    expect([...crossings].filter(([crossing]) => !listed.has(crossing))).toEqual([]);
    // Jobs run by the clock, so their statements may not occur.
    const asked = exceptions.filter(({ name }) => name !== 'what is due');
    const gone = asked.flatMap(({ statements }) => statements).filter((one) => !crossings.has(one));
    expect(gone).toEqual([]);
  },
);
