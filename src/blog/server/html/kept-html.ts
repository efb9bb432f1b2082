import type { Layout } from '../../../platform/markdown/layout-bounds.ts';
import { rendererVersion } from '../../../platform/markdown/renderer-version.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { allTexts } from '../texts.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** A blog's text at one save. */
export interface SavedText {
  readonly id: string;
  readonly long_description: string;
  readonly version: number;
  readonly updated_at: number;
}

/**
 * Stores the HTML of a blog's current text, within the write that saves the text, or one that holds the blog's lock.
 */
export async function keepHtml(
  { db }: Pick<Write, 'db'>,
  { id, version, updated_at }: Omit<SavedText, 'long_description'>,
  { html, undescribed }: Pick<Layout, 'html'> & Partial<Layout>,
): Promise<void> {
  const values = {
    html,
    undescribed: undescribed ?? null,
    renderer: rendererVersion,
    blog_version: version,
    blog_updated_at: updated_at,
  };
  await db
    .insertInto('blog_html')
    .values({ blog_id: id, ...values })
    .onConflict((conflict) => conflict.column('blog_id').doUpdateSet(values))
    .execute();
}

/** Some blogs whose HTML was rendered by another version of the renderer, or not at all. */
export async function findOutdated(db: Db, limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  // Two ranges of the index: the usual answer, no rows, costs the same for any number of blogs.
  for (const side of ['<', '>'] as const) {
    const rows = await db
      .selectFrom('blog_html')
      .select('blog_id')
      .where('renderer', side, rendererVersion)
      .limit(limit - ids.length)
      .execute();
    ids.push(...rows.map((row) => row.blog_id));
    if (ids.length >= limit) break;
  }
  return ids;
}

/** The text of a blog whose HTML another version of the renderer made; undefined where it is current. */
export function findOutdatedText(db: Db, id: string): Promise<SavedText | undefined> {
  return allTexts(db)
    .selectFrom('blogs')
    .innerJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(['blogs.id', 'blogs.long_description', 'blogs.version', 'blogs.updated_at'])
    .where('blogs.id', '=', id)
    .where('blog_html.renderer', '<>', rendererVersion)
    .executeTakeFirst();
}

/** Whether a blog's text is still that of a given save. */
export async function isOfSave(
  db: Db,
  text: Omit<SavedText, 'long_description'>,
): Promise<boolean> {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .select('id')
    .where('id', '=', text.id)
    .where('version', '=', text.version)
    .where('updated_at', '=', text.updated_at)
    .executeTakeFirst();
  return row !== undefined;
}
