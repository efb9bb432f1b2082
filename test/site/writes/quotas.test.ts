import { sql } from 'kysely';
import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { mapFields, optionalNames, textColumns } from '../../../src/blog/fields.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { addComment, deleteComment } from '../../../src/features/comments/contract.ts';
import { discardDraft, saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import {
  deleteBlog,
  restoreBlog,
  takeBlogBack,
} from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines } from '../../../src/storage/testing.ts';

const draftOf = (longDescription: string, sequence = 1) => ({
  text: { ...text, longDescription },
  baseTag: null,
  revision: null,
  device: 'd',
  sequence,
});

/** People whose counted usage differs from their actual data. */
async function miscounted(storage: Storage): Promise<unknown> {
  const blog = sql.join(
    textColumns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  );
  const counts = sql`state <> 'removed' and moderation <> 'removed'`;
  const { rows } = await sql`
    select people.id, coalesce(max(text_bytes), 0) as counted, coalesce(sum(n), 0) as held from people
    left join account_usage on account_usage.person_id = people.id
    left join (
      select author_id as owner, ${blog} as n from blogs where ${counts}
      union all select author_id, r.n from blogs join
        (select blog_id, ${blog} as n from blog_revisions) r on r.blog_id = blogs.id where ${counts}
      union all select person_id, octet_length(text) from saved_drafts where removed_until is null
      union all select person_id, octet_length(text) from draft_states
      union all select person_id, octet_length(text) from comments where ${counts}
    ) held on owner = people.id
    group by people.id having coalesce(max(text_bytes), 0) <> coalesce(sum(n), 0)`.execute(
    storage.reader,
  );
  return rows;
}

/** The same pseudo-random numbers in every run: from 0 to `below` - 1. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

testOnBothEngines(
  'the counted usage of an account matches its texts after random changes',
  async ({ storage }) => {
    const { url } = await listen(storage, { REVISIONS_KEPT: '2' });
    const people = await Promise.all(
      ['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => givenMember(storage, url, name)),
    );
    const roll = createDice(7);
    const words = () => 'ä€x'.repeat(roll(40) + 1);
    // As many as a tag may have.
    const few = () => 'ä€x'.repeat(roll(5) + 1);
    const blogs: { id: string; by: Member; title: string }[] = [];
    const comments: { id: string; by: Member }[] = [];
    const person = () => people[roll(people.length)] as Member;

    async function publish(by: Member): Promise<void> {
      const title = `${words()} ${blogs.length}`;
      const optionals = mapFields(optionalNames, few);
      const body = { ...text, ...optionals, title, longDescription: words() };
      blogs.push({ id: (await by.call(addBlog, { body })).body._id, by, title });
    }
    const moves = [
      () => publish(person()),
      async () => {
        const blog = blogs[roll(blogs.length)];
        if (!blog) return;
        blog.title = `${words()} ${blog.id}`;
        const body = { ...text, title: blog.title, longDescription: words() };
        await blog.by.call(updateBlog, { params: { id: blog.id }, body });
      },
      async () => {
        const body = draftOf(words(), 1_000 - roll(2));
        await person()
          .call(saveDraft, { params: { key: 'new' }, body: { ...body, revision: null } })
          .catch(() => {});
      },
      () => person().call(discardDraft, { params: { key: 'new' } }),
      async () => {
        const [blog, by] = [blogs[roll(blogs.length)], person()];
        if (!blog || blog.by === by) return;
        const body = { blogId: blog.id, comment: `${words()} ${comments.length}` };
        comments.push({ id: (await by.call(addComment, { body })).body._id, by });
      },
      async () => {
        const [comment] = comments.splice(roll(comments.length), 1);
        await comment?.by.call(deleteComment, { params: { id: comment.id } }).catch(() => {});
      },
      async () => {
        const at = roll(blogs.length);
        const blog = blogs[at];
        if (!blog) return;
        const params = { id: blog.id };
        await blog.by.call(takeBlogBack, { params });
        expect(await miscounted(storage)).toEqual([]);
        const isKept = roll(3) > 0;
        if (!isKept) await blog.by.call(discardDraft, { params: { key: blog.id } });
        expect(await miscounted(storage)).toEqual([]);
        if (isKept) await blog.by.call(restoreBlog, { params });
        else blogs.splice(at, 1);
      },
      async () => {
        if (roll(3) > 0) return;
        const [blog] = blogs.splice(roll(blogs.length), 1);
        const query = { title: blog?.title ?? '' };
        if (blog) await blog.by.call(deleteBlog, { params: { id: blog.id }, query });
      },
    ];

    for (const by of people) await publish(by);
    for (let round = 0; round < 50; round += 1) {
      await moves[roll(moves.length)]?.();
      if (round % 20 === 0) expect(await miscounted(storage)).toEqual([]);
    }
    for (const [index, choice] of (['keep', 'remove'] as const).entries()) {
      const body = { password: '', blogs: choice };
      await people[index]?.call(deleteMyAccount, { body });
      expect(await miscounted(storage)).toEqual([]);
    }
    // Changes that the site itself doesn't make: an author is deleted, or a blog changes its author, with its
    // revisions.
    const [, , cleo, dan] = people;
    await publish(cleo as Member);
    const given = blogs.at(-1)?.id ?? '';
    const body = { ...text, imageAlt: words(), longDescription: words() };
    await cleo?.call(updateBlog, { params: { id: given }, body });
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ author_id: dan?.person.id ?? '' })
        .where('id', '=', given)
        .execute(),
    );
    expect(await miscounted(storage)).toEqual([]);
    await storage.write(({ db }) =>
      db
        .deleteFrom('people')
        .where('id', '=', dan?.person.id ?? '')
        .execute(),
    );
    expect(await miscounted(storage)).toEqual([]);
    const rest = await storage.reader.selectFrom('account_usage').select('text_bytes').execute();
    expect(rest.every(({ text_bytes }) => text_bytes >= 0)).toBe(true);
  },
);
