import { layOut } from '../../platform/markdown/lay-out.ts';
import { rowId } from '../../storage/row-id.ts';
import type { Storage, Write } from '../../storage/storage.ts';
import type { BlogText } from '../blog-text.ts';
import type { Author } from '../contract.ts';
import { noOptionals } from '../fields.ts';
import { columnsOf, insertBlog, spelled } from './store-blog.ts';

/** A blog's fields for tests that aren't about the words. */
export const text: Required<BlogText> = {
  title: 'On engines',
  imageUrl: '/images/categories/technology.webp',
  ...noOptionals,
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns.',
};

/** A blog of a test; missing fields get defaults. */
export interface GivenBlog extends Partial<BlogText> {
  readonly author?: Author | null;
  readonly createdAt?: number;
}

/** 1 January 2026; each further blog of a test is a minute younger. */
const firstDay = Date.UTC(2026, 0, 1);

const filledIn: BlogText = {
  title: '',
  imageUrl: '/images/categories/other.webp',
  category: 'Other',
  shortDescription: 'Short.',
  longDescription: 'Some words.',
};

async function insertAuthor({ db }: Write, { name, photo, bio }: Author): Promise<string> {
  const id = rowId();
  await db
    .insertInto('people')
    .values({ id, name, photo_url: photo, bio, created_at: firstDay })
    .execute();
  return id;
}

function laidOut(markdown: string) {
  const layout = layOut(markdown);
  if (!layout) throw new Error('This text can not be laid out.');
  return layout;
}

/** Puts blogs into the database of a test, by authors without an account. */
export async function givenBlogs(storage: Storage, blogs: readonly GivenBlog[]): Promise<void> {
  await storage.write(async (write) => {
    for (const [index, { author = null, createdAt, ...given }] of blogs.entries()) {
      const written = { ...filledIn, title: `Blog ${index + 1}`, ...given };
      const created_at = createdAt ?? firstDay + index * 60_000;
      const layout = laidOut(written.longDescription);
      const values = {
        ...columnsOf(await spelled(write, written)),
        word_count: layout.wordCount,
        author_id: author && (await insertAuthor(write, author)),
        created_at,
        updated_at: created_at,
        source_key: null,
      };
      await insertBlog(write, values, layout);
    }
  });
}
