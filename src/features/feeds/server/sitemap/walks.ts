import { setImmediate as othersTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Span } from '../../../../blog/server/blog-months.ts';
import type { Position } from '../../../../blog/server/blogs-page.ts';
import { paths } from '../../../../paths.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Reader } from '../../../../storage/storage.ts';

/** A page that search engines may list. */
export interface Listed {
  readonly path: string;
  /** When it last changed; absent if unknown. */
  readonly changedAt?: number;
}

/** Keyset pagination over pages of one kind: each call seeks to the key after which it starts. */
export interface Walk<Key = unknown> {
  read(after: Key | undefined, limit: number): Promise<readonly (Listed & { readonly key: Key })[]>;
  /** The key of the page that many pages later; undefined where there are fewer. */
  skip(after: Key | undefined, pages: number): Promise<Key | undefined>;
}

/** Pages per statement: on SQLite a few milliseconds, after which other queries run. */
const batch = 500;

/** Visible blogs, the oldest first, so that a new one changes only the last part; those of `span` if given. */
export function walkBlogs(db: Reader, span?: Span): Walk<Position> {
  function behind(after: Position | undefined) {
    const from = after ?? (span && { createdAt: span.start, id: '' });
    let blogs = db.selectFrom('published_blogs').orderBy('created_at').orderBy('id');
    if (from) {
      blogs = blogs.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(from.createdAt, from.id)),
      );
    }
    return span ? blogs.where('created_at', '<', span.end) : blogs;
  }
  return {
    async read(after, limit) {
      const rows = await behind(after)
        .select(['id', 'created_at', 'updated_at'])
        .limit(limit)
        .execute();
      return rows.map(({ id, created_at, updated_at }) => ({
        key: { createdAt: created_at, id },
        path: paths.blog.to(id),
        changedAt: updated_at,
      }));
    },
    // An index-only scan: each entry between two parts is read once.
    async skip(after, pages) {
      const row = await behind(after)
        .select(['id', 'created_at'])
        .limit(1)
        .offset(pages - 1)
        .executeTakeFirst();
      return row && { createdAt: row.created_at, id: row.id };
    },
  };
}

/** People who have published a visible blog. */
export function walkAuthors(db: Reader): Walk<string> {
  /** One index search per author, however many blogs they have (a loose index scan). */
  async function ids(after = '', limit: number): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive authors (id) as (
        select (select min(author_id) from published_blogs where author_id > ${after})
        union all
        select (select min(author_id) from published_blogs where author_id > authors.id)
        from authors where authors.id is not null)
      select id from authors where id is not null limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  }
  return {
    async read(after, limit) {
      return (await ids(after, limit)).map((id) => ({ key: id, path: paths.author.to(id) }));
    },
    async skip(after, pages) {
      let last = after;
      for (let left = pages; left > 0; left -= batch) {
        const some = Math.min(batch, left);
        last = (await ids(last, some))[some - 1];
        if (last === undefined) return undefined;
        await othersTurn();
      }
      return last;
    },
  };
}

/** Tags that a visible blog has. */
export function walkTags(db: Reader): Walk<string> {
  const behind = (after = '') =>
    db.selectFrom('tags').select('tag').where('blogs', '>', 0).where('tag', '>', after);
  return {
    async read(after, limit) {
      const rows = await behind(after).orderBy('tag').limit(limit).execute();
      return rows.map(({ tag }) => ({ key: tag, path: paths.tag.to(tag) }));
    },
    async skip(after, pages) {
      const row = await behind(after)
        .orderBy('tag')
        .limit(1)
        .offset(pages - 1)
        .executeTakeFirst();
      return row?.tag;
    },
  };
}

/** Up to `limit` pages after a key. */
export async function* pagesOf<Key>(
  walk: Walk<Key>,
  { after, limit }: { readonly after?: Key | undefined; readonly limit: number },
): AsyncGenerator<Listed> {
  let left = limit;
  const rows = inBatches<Listed & { readonly key: Key }>(batch, (last, size) =>
    walk.read(last ? last.key : after, Math.min(size, left)),
  );
  for await (const { path, changedAt } of rows) {
    yield { path, ...(changedAt !== undefined && { changedAt }) };
    left -= 1;
    if (left === 0) return;
  }
}
