import { expect } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { authorFeed } from '../contract/feeds.ts';
import { feedAnswers } from './feed-answers.ts';

const siteUrl = 'https://blog.example.org';

function start(storage: Storage) {
  return startMemberSite(storage, () =>
    feedAnswers({
      storage,
      siteUrl,
      siteName: async () => 'The Content Hub',
      siteIntro: async () => 'Stories.',
      reading: async () => 'public',
      hub: undefined,
      unlistedPrefixes: [],
      securityContact: undefined,
    }),
  );
}

testOnEachEngine(
  'an author with published blogs has a feed of them, and others get 404',
  async (given) => {
    const { storage } = given;
    const { visitor } = await start(storage);
    const author = { name: 'Ada <A> Lovelace', photo: null, bio: null };
    await givenBlogs(storage, [{ title: 'By Ada', author }, { title: 'By nobody' }]);
    const row = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select('author_id')
      .where('title', '=', 'By Ada')
      .executeTakeFirstOrThrow();
    const id = row.author_id ?? '';
    const reply = await visitor.request(`/author/${id}/feed.xml`);
    expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = await reply.text();
    expect(text).toContain('<title>Ada &lt;A&gt; Lovelace | The Content Hub</title>');
    expect(text).toContain(`<id>${siteUrl}/author/${id}</id>`);
    expect(text).toContain(
      `rel="self" type="application/atom+xml" href="${siteUrl}/author/${id}/feed.xml"`,
    );
    expect(text).toContain('<title>By Ada</title>');
    expect(text).not.toContain('By nobody');
    for (const unknown of [rowId(), 'x']) {
      const problem = await problemOf(visitor.call(authorFeed, { params: { id: unknown } }));
      expect(problem).toMatchObject({ status: 404, code: 'author-not-found' });
    }
    // An author without published blogs has no feed.
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ moderation: 'hidden' })
        .where('title', '=', 'By Ada')
        .execute(),
    );
    expect((await visitor.request(`/author/${id}/feed.xml`)).status).toBe(404);
  },
);
