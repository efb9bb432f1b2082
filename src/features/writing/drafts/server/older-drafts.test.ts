import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { up } from '../../../../storage/migrations/0012-any-number-of-drafts.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { lastDraft, myDrafts, oneDraft, saveDraft } from '../contract/drafts.ts';

/** Reverts the tables to their state before the migration. */
async function makeOld({ engine, writer }: Storage): Promise<void> {
  const ofPreviews = engine === 'sqlite' ? ['pictures', 'others', 'none'] : ['pictures'];
  for (const name of ofPreviews) {
    const where = engine === 'sqlite' ? '' : 'on saved_drafts';
    await sql.raw(`drop trigger previews_name_${name} ${where}`).execute(writer);
  }
  const indexes = [
    'saved_drafts_person_id_saved_at_key',
    'saved_drafts_publish_at',
    'saved_drafts_preview_hash',
    'wishes_blog_id',
    'blogs_author_id_created_at_id',
  ];
  for (const index of indexes) await sql.raw(`drop index ${index}`).execute(writer);
  for (const column of ['title', 'word_count', 'publish_at', 'publish_failure', 'preview_hash']) {
    await sql.raw(`alter table saved_drafts drop column ${column}`).execute(writer);
  }
}

testOnBothEngines(
  'drafts of an older version can be listed, opened and saved after the migration',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const people = await Promise.all(['Ada', 'Eve'].map((name) => site.member(name)));
    const receipts = await Promise.all(
      people.map(async (person, index) => {
        const { body: blog } = await person.call(addBlog, { body: text });
        const body = { baseTag: null, revision: null, device: 'laptop', sequence: 1 };
        const ofBlog = { ...text, title: `Better ${index}` };
        await person.call(saveDraft, {
          params: { key: blog._id },
          body: { ...body, text: ofBlog },
        });
        site.clock.now += 1;
        const untitled = {
          ...text,
          title: ' ',
          longDescription: `\u0000 Half a\nthought ${index}`,
        };
        const params = { key: 'new' } as const;
        return (await person.call(saveDraft, { params, body: { ...body, text: untitled } })).body;
      }),
    );
    await makeOld(storage);
    await up(storage.writer as unknown as Kysely<never>);
    for (const [index, person] of people.entries()) {
      const { body: drafts } = await person.call(myDrafts, { query: {} });
      expect(drafts).toMatchObject([
        { key: 'new', title: `Half a thought ${index}`, isOfBlog: false },
        { title: `Better ${index}`, isOfBlog: true },
      ]);
      const { draft } = (await person.call(lastDraft, {})).body;
      expect(draft?.text.longDescription).toBe(`\u0000 Half a\nthought ${index}`);
      // A page that was open during the upgrade can still save.
      const revision = receipts[index]?.revision ?? null;
      const body = { text, baseTag: null, revision, device: 'laptop', sequence: 2 };
      await person.call(saveDraft, { params: { key: 'new' }, body });
      expect((await person.call(oneDraft, { params: { key: 'new' } })).body.text).toEqual(text);
    }
  },
);
