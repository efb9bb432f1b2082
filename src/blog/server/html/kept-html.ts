import type { Layout } from '../../../platform/markdown/layout-bounds.ts';
import { rendererVersion } from '../../../platform/markdown/renderer-version.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { allTexts } from '../texts.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** A blog's text as of one save. */
export interface SavedText {
  readonly id: string;
  readonly long_description: string;
  readonly version: number;
  readonly updated_at: number;
}

/** Keeps the HTML of a blog's present text, within the write that saves the text, or one that is alone with the blog. */
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

/** Some blogs whose HTML another version of the renderer made, or none did. */
export async function findOutdated(db: Db, limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  // Two ranges of the index: the common answer, none at all, costs the same for any number of blogs.
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

/** The text of a blog whose HTML another version of the renderer made; undefined where it is up to date by now. */
export function findOutdatedText(db: Db, id: string): Promise<SavedText | undefined> {
  return allTexts(db)
    .selectFrom('blogs')
    .innerJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(['blogs.id', 'blogs.long_description', 'blogs.version', 'blogs.updated_at'])
    .where('blogs.id', '=', id)
    .where('blog_html.renderer', '<>', rendererVersion)
    .executeTakeFirst();
}

/** True while a blog's text is the one of that save. */
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
