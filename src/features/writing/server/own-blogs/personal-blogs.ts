import { z } from 'zod';
import { mapColumns, textColumns } from '../../../../blog/fields.ts';
import { setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import { forgetBlogs } from '../../../../blog/server/related-blogs.ts';
import { noteBlogChange } from '../../../../blog/server/store-blog.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import { deletedRowsOf, forAccount, setAside, takeBack } from '../../../../storage/set-aside.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';
import { draftTextSchema } from '../../draft-contract.ts';
import type { SavedDraftsTable } from '../tables.ts';
import {
  putBlogsBack,
  putRevisionsBack,
  setAsideKinds,
  setBlogAside,
  setRevisionsAside,
} from './set-aside-blogs.ts';

/** What was set aside on an older site lacks the optional columns that came since. */
const textSchema = z.object({
  ...mapColumns(({ isOptional }) => (isOptional ? z.string().default('') : z.string())),
  /** When it goes for good, where the blog was deleted. */
  deleted_until: z.number().nullish(),
});
const blogSchema = textSchema.extend({
  id: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
const revisionSchema = textSchema.extend({
  blog_id: z.string(),
  version: z.number(),
  word_count: z.number(),
  saved_at: z.number(),
});
const draftSchema = z.object({
  key: z.string(),
  text: draftTextSchema,
  saved_at: z.number(),
  deleted_until: z.number().nullish(),
});

/** The kind of what is set aside where blogs stay: that one was the person's. */
const authorship = 'authorship';
/** Ids read at once: they are short. */
const idsAtOnce = 500;

function blogIdsOf(db: Pick<Reader, 'selectFrom'>, personId: string) {
  return inBatches<{ id: string }>(idsAtOnce, (last, size) =>
    db
      .selectFrom('blogs')
      .select('id')
      .where('author_id', '=', personId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(size)
      .execute(),
  );
}

async function setBlogsAside(write: Write, personId: string, ids: readonly string[]) {
  await forgetBlogs(write.db, ids);
  for (const id of ids) await setBlogAside(write, id, forAccount(personId));
}

async function forgetAuthor(write: Write, personId: string, ids: readonly string[]) {
  const aside = ids.map((id) => ({ rowId: id, personId, row: {} }));
  await setAside(write, authorship, forAccount(personId), aside);
  await write.db
    .updateTable('blogs')
    .set({ author_id: null })
    .where('author_id', '=', personId)
    .execute();
}

/** What this feature keeps of a person: the blogs they wrote. */
export function personalBlogs(storage: Storage) {
  return {
    name: 'blogs',
    row: blogSchema,
    /** The person's blogs as they wrote them, oldest first, then what can still be had back. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* inBatches<z.output<typeof blogSchema>>(1, (last, size) =>
        storage.reader
          .selectFrom('blogs')
          .select(textColumns)
          .select(['id', 'created_at', 'updated_at'])
          .where('author_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
      yield* deletedRowsOf(storage.reader, setAsideBlog, personId, 1);
    },
    async release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      const ids: string[] = [];
      for await (const { id } of blogIdsOf(write.db, personId)) ids.push(id);
      await (blogs === 'remove' ? setBlogsAside : forgetAuthor)(write, personId, ids);
      noteBlogChange(write, ...ids);
    },
    async restore(write: Write, personId: string): Promise<void> {
      await putBlogsBack(write, forAccount(personId));
      await takeBack(write, authorship, forAccount(personId), async (rows) => {
        const ids = rows.map(({ rowId }) => rowId);
        await write.db
          .updateTable('blogs')
          .set({ author_id: personId })
          .where('id', 'in', ids)
          .where('author_id', 'is', null)
          .execute();
        noteBlogChange(write, ...ids);
      });
    },
  };
}

/** The earlier texts of the person's blogs. They go with the account, whatever happens to the blogs. */
export function personalRevisions(storage: Storage) {
  return {
    name: 'blogRevisions',
    foundThrough: 'blogs',
    row: revisionSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const { reader } = storage;
      for await (const { id } of blogIdsOf(reader, personId)) {
        yield* inBatches<z.output<typeof revisionSchema>>(1, (last, size) =>
          reader
            .selectFrom('blog_revisions')
            .select(textColumns)
            .select(['blog_id', 'version', 'word_count', 'saved_at'])
            .where('blog_id', '=', id)
            .where('version', '>', last?.version ?? 0)
            .orderBy('version')
            .limit(size)
            .execute(),
        );
      }
      yield* deletedRowsOf(reader, setAsideKinds.revision, personId, 1);
    },
    /** Before the blogs go. Those of a blog that stays are seen by nobody: it has no author to show them to. */
    async release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      if (blogs === 'keep') return;
      for await (const { id } of blogIdsOf(write.db, personId)) {
        await setRevisionsAside(write, id, personId, forAccount(personId));
      }
    },
    /** After the blogs came back. */
    restore: (write: Write, personId: string) => putRevisionsBack(write, forAccount(personId)),
    /** Those of blogs that stay. */
    async end({ db }: Write, personId: string): Promise<void> {
      await db
        .deleteFrom('blog_revisions')
        .where('blog_id', 'in', (query) =>
          query
            .selectFrom('set_aside_rows')
            .select('row_id')
            .where('holder_id', '=', personId)
            .where('kind', '=', authorship),
        )
        .execute();
    },
  };
}

const stateSchema = z.object({
  key: z.string(),
  text: draftTextSchema,
  saved_at: z.number(),
  /** When it goes for good, where its draft was deleted. */
  deleted_until: z.number().nullable(),
});

/** How the person's drafts were before. They go with the account. */
export function personalDraftStates(storage: Storage) {
  return {
    name: 'draftStates',
    row: stateSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const states = inBatches<{ id: string; text: string }>(1, (last, size) =>
        storage.reader
          .selectFrom('draft_states')
          .select(['id', 'key', 'text', 'saved_at', 'ends_at as deleted_until'])
          .where('person_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
      for await (const state of states) yield { ...state, text: JSON.parse(state.text) };
    },
  };
}

/** What the person is writing. It goes with the account. */
export function personalDrafts(storage: Storage) {
  return {
    name: 'drafts',
    row: draftSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const drafts = inBatches<{ key: string; text: string; saved_at: number }>(1, (last, size) =>
        storage.reader
          .selectFrom('saved_drafts')
          .select(['key', 'text', 'saved_at'])
          .where('person_id', '=', personId)
          .where('key', '>', last?.key ?? '')
          .orderBy('key')
          .limit(size)
          .execute(),
      );
      for await (const draft of drafts) yield { ...draft, text: JSON.parse(draft.text) };
      const deleted = deletedRowsOf(storage.reader, setAsideKinds.draft, personId, 1);
      for await (const draft of deleted) {
        yield { ...draft, text: JSON.parse((draft as SavedDraftsTable).text) };
      }
    },
  };
}
