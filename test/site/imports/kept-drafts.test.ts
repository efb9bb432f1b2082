import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import {
  blogsIn,
  exportOf,
  foreignComment,
  foreignText,
  plainPicture,
  run,
} from './testing-imports.ts';

const secret = 'Zanzibarrow';

testOnEachEngine(
  'an imported text that was not public is a hidden draft, until its kind is opened',
  async ({ storage }) => {
    const hidden = { title: `${secret} title`, markdown: `${secret} in words. ![](p.png)` };
    const comments = [foreignComment('1', { text: `${secret} said` })];
    const given = { ...hidden, comments };
    const future = Date.now() + 86_400_000;
    const foreign = exportOf(
      [
        foreignText('open'),
        foreignText('draft', { ...given, state: 'draft' }),
        foreignText('scheduled', { ...given, state: 'scheduled', createdAt: future }),
        foreignText('private', { ...given, state: 'private' }),
        foreignText('future', { ...given, createdAt: future }),
        foreignText('unsaid', { ...given, audience: 'unmarked' }),
        foreignText('members', { ...given, audience: 'signed-in' }),
        foreignText('paid', { ...given, audience: 'paying' }),
        foreignText('locked', { ...given, audience: 'password' }),
      ],
      { 'p.png': await plainPicture(70) },
    );
    const { counts, results } = await run(storage, foreign);
    expect(counts).toMatchObject({ texts: { in: 9 }, drafts: 8 });
    expect(results.map(({ notes }) => notes?.[0])).toEqual([
      undefined,
      'kept as a draft: it was a draft there',
      'kept as a draft: it was not published yet there',
      'kept as a draft: it was private there',
      'kept as a draft: it was not published yet there',
      'kept as a draft: the export does not say who could read it there',
      'kept as a draft: only signed-in readers could read it there',
      'kept as a draft: only paying readers could read it there',
      'kept as a draft: a password kept it there',
    ]);
    const blogs = await blogsIn(storage);
    expect(blogs.filter(({ state }) => state === 'draft')).toHaveLength(8);

    const { url } = await listen(storage);
    const member = await givenMember(storage, url);
    const drafts = blogs.filter(({ state }) => state === 'draft').map(({ id }) => id);
    const author = blogs[0]?.author_id ?? '';
    const picture = blogs.find(({ state }) => state === 'draft')?.long_description.split('(')[1];
    const places = [
      '/',
      '/All-blogs',
      `/All-blogs?search=${secret}`,
      '/featuredBlogs',
      `/api/allBlogs?search=${secret}`,
      '/api/featuredBlogs',
      '/feed.xml',
      '/feed.json',
      '/sitemap.xml',
      `/authors/${author}`,
      ...drafts.flatMap((id) => [
        `/blog/${id}`,
        `/api/blog/${id}`,
        `/api/addcomment?blogId=${id}`,
        `/api/comments/${id}`,
      ]),
      picture?.replace(')', '') ?? '',
    ];
    for (const place of places) {
      for (const reader of [fetch, member.request] as const) {
        const reply = await reader(reader === fetch ? `${url}${place}` : place);
        const text = await reply.text();
        expect([place, text.includes(secret) && !place.includes(secret)]).toEqual([place, false]);
        const names = drafts.filter((id) => !place.includes(id) && text.includes(id));
        expect([place, names]).toEqual([place, []]);
      }
    }
    expect((await fetch(`${url}${places.at(-1)}`)).status).toBe(404);

    // Opens one kind in a second import of the same export.
    const choices = { opened: new Set(['paying' as const]) };
    const { lines } = await run(storage, foreign, { choices });
    expect(lines.filter((line) => !line.includes('already'))).toEqual(['paid | updated']);
    const opened = await (await fetch(`${url}/api/allBlogs?search=${secret}`)).text();
    expect(opened).toContain(`${secret} title`);
    // A later import without that choice closes it again.
    expect((await run(storage, foreign)).lines.at(-2)).toBe('paid | updated');
    const closed = await (await fetch(`${url}/api/allBlogs?search=${secret}`)).text();
    expect(closed).not.toContain(`${secret} title`);
  },
);
