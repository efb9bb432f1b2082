import { allTexts } from '../../../blog/server/texts.ts';
import type { Replacement } from '../../../identity/define-feature.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Blogs whose authors closed the comments since the backup. */
async function closedSince({ restored, replaced }: Replacement) {
  const read = (db: Reader) => db.selectFrom('closed_comments').selectAll().execute();
  const then = new Set((await read(restored)).map(({ blog_id }) => blog_id));
  const added = (await read(replaced)).filter(({ blog_id }) => !then.has(blog_id));
  const found: typeof added = [];
  for (const row of added) {
    const blog = await allTexts(restored)
      .selectFrom('blogs')
      .select('id')
      .where('id', '=', row.blog_id)
      .executeTakeFirst();
    if (blog) found.push(row);
  }
  return found;
}

/** Comments that the authors of their blogs hid since the backup. */
async function hiddenSince({ restored, replaced }: Replacement) {
  const hidden = await allTexts(replaced)
    .selectFrom('comments')
    .select(['id', 'author_hidden_at'])
    .where('author_hidden_at', 'is not', null)
    .execute();
  const found: typeof hidden = [];
  for (const row of hidden) {
    const comment = await allTexts(restored)
      .selectFrom('comments')
      .select('id')
      .where('id', '=', row.id)
      .where('author_hidden_at', 'is', null)
      .executeTakeFirst();
    if (comment) found.push(row);
  }
  return found;
}

/** What authors closed and hid on their own blogs after the backup was made stays so. */
export async function commentsSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const { restored, isKept } = replacement;
  const closed = await closedSince(replacement);
  const hidden = await hiddenSince(replacement);
  if (closed.length + hidden.length === 0) return [];
  if (isKept) {
    for (const row of closed) await restored.insertInto('closed_comments').values(row).execute();
    for (const { id, author_hidden_at } of hidden) {
      await allTexts(restored)
        .updateTable('comments')
        .set({ author_hidden_at })
        .where('id', '=', id)
        .execute();
    }
  }
  return [
    `Authors closed the comments of ${closed.length} blogs and hid ${hidden.length} comments since, which ${isKept ? 'stay so' : 'are open and visible again'}.`,
  ];
}
