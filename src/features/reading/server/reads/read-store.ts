import { z } from 'zod';
import { findBlogIdsOf } from '../../../../blog/server/blog-ids-of.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { RetentionRule } from '../../../../storage/background/sweep.ts';
import type { Reader, Storage } from '../../../../storage/storage.ts';
import '../tables.ts';

const dayMs = 24 * 60 * 60_000;
/** Length of the recent period. */
const lateDays = 30;
/** Blogs per write, or per query. */
const batch = 200;

/** As many days per blog as are shown, and the current one. */
export const readRetention: readonly RetentionRule[] = [
  {
    table: 'blog_read_days',
    key: ['blog_id', 'day'],
    column: 'day',
    keptMs: (lateDays + 1) * dayMs,
  },
];

const none = { opened: 0, finished: 0 };

/** The beginning of a day in UTC. */
const dayOf = (time: number) => Math.floor(time / dayMs) * dayMs;

/**
 * Adds counts to the stored ones; skips blogs that are unpublished or deleted. Blogs that could not be stored stay in
 * `reads`.
 */
export async function storeReads(
  { write: inWrite }: Pick<Storage, 'write'>,
  reads: Map<string, { readonly opened: number; readonly finished: number }>,
  now: number,
): Promise<void> {
  const day = dayOf(now);
  for (;;) {
    const some = [...reads].slice(0, batch);
    if (some.length === 0) return;
    await inWrite(
      async ({ db }) => {
        const known = await db
          .selectFrom('published_blogs')
          .select('id')
          .where(
            'id',
            'in',
            some.map(([id]) => id),
          )
          .orderBy('id')
          .execute();
        const sums = known.map(({ id }) => ({ blog_id: id, ...(reads.get(id) ?? none) }));
        if (sums.length === 0) return;
        await db
          .insertInto('blog_reads')
          .values(sums)
          .onConflict((conflict) =>
            conflict.column('blog_id').doUpdateSet((eb) => ({
              opened: eb('blog_reads.opened', '+', eb.ref('excluded.opened')),
              finished: eb('blog_reads.finished', '+', eb.ref('excluded.finished')),
            })),
          )
          .execute();
        await db
          .insertInto('blog_read_days')
          .values(sums.map((sum) => ({ ...sum, day })))
          .onConflict((conflict) =>
            conflict.columns(['blog_id', 'day']).doUpdateSet((eb) => ({
              opened: eb('blog_read_days.opened', '+', eb.ref('excluded.opened')),
              finished: eb('blog_read_days.finished', '+', eb.ref('excluded.finished')),
            })),
          )
          .execute();
      },
      // One process at a time, to prevent deadlocks by different row orders.
      { lockKeys: ['blog-reads'] },
    );
    for (const [id] of some) reads.delete(id);
  }
}

/** Reads of a blog: in total, and in the last thirty days. */
export interface BlogReads {
  readonly opened: number;
  readonly finished: number;
  readonly openedLately: number;
  readonly finishedLately: number;
}

/** The reads of these blogs by id; blogs without reads are missing. */
export async function countReads(
  db: Reader,
  blogIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, BlogReads>> {
  if (blogIds.length === 0) return new Map();
  const totals = await db
    .selectFrom('blog_reads')
    .select(['blog_id', 'opened', 'finished'])
    .where('blog_id', 'in', blogIds)
    .execute();
  const days = await db
    .selectFrom('blog_read_days')
    .select(({ fn }) => [
      'blog_id',
      fn.sum<number>('opened').as('opened'),
      fn.sum<number>('finished').as('finished'),
    ])
    .where('blog_id', 'in', blogIds)
    .where('day', '>', dayOf(now) - lateDays * dayMs)
    .groupBy('blog_id')
    .execute();
  const late = new Map(days.map((row) => [row.blog_id, row]));
  return new Map(
    totals.map(({ blog_id, opened, finished }) => [
      blog_id,
      {
        opened,
        finished,
        openedLately: Number(late.get(blog_id)?.opened ?? 0),
        finishedLately: Number(late.get(blog_id)?.finished ?? 0),
      },
    ]),
  );
}

const personalReadsSchema = z.object({
  blog_id: z.string(),
  opened: z.number(),
  finished: z.number(),
  days: z.array(z.object({ day: z.number(), opened: z.number(), finished: z.number() })),
});

/** The read counts of a person's blogs: deleted with the blogs, and kept for blogs that stay without their author. */
export function personalReads(storage: Storage) {
  return {
    name: 'reads',
    row: personalReadsSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const { reader } = storage;
      const ids = inBatches<{ id: string }>(batch, (last, most) =>
        findBlogIdsOf(reader, personId, { after: last?.id, most }),
      );
      for await (const { id } of ids) {
        const total = await reader
          .selectFrom('blog_reads')
          .select(['blog_id', 'opened', 'finished'])
          .where('blog_id', '=', id)
          .executeTakeFirst();
        if (!total) continue;
        const days = await reader
          .selectFrom('blog_read_days')
          .select(['day', 'opened', 'finished'])
          .where('blog_id', '=', id)
          .orderBy('day')
          .execute();
        yield { ...total, days };
      }
    },
  };
}
