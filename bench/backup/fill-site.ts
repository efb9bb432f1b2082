import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allTexts } from '../../src/blog/server/texts.ts';
import { openStorage, type StorageOptions } from '../../src/storage/open-storage.ts';
import { rowId } from '../../src/storage/row-id.ts';
import { picturesFolder } from '../../src/storage/sqlite/private-files.ts';

const words = 'the site keeps what people write and gives it back as it was ';
/** About 6 kB: a thousand words. */
const text = words.repeat(100);
const blogsAtOnce = 200;
/** Files per picture, and bytes per file: twelve of about 20 kB. */
const filesOfPicture = 12;
const fileBytes = 20_000;

/** Fills a site with blogs and pictures, as after some time of use. */
export async function fillSite(
  place: Pick<StorageOptions, 'dataDir' | 'databaseUrl'>,
  { blogs, pictures }: { readonly blogs: number; readonly pictures: number },
): Promise<void> {
  const storage = await openStorage({ ...place, onConnectionError: () => {} });
  const authorId = rowId();
  const none = { email: null, photo_url: null, bio: null, subject: null };
  await storage.write(({ db }) =>
    db
      .insertInto('people')
      .values({ id: authorId, name: 'Ada', ...none, created_at: Date.now() })
      .execute(),
  );
  for (let first = 0; first < blogs; first += blogsAtOnce) {
    const rows = Array.from({ length: Math.min(blogsAtOnce, blogs - first) }, (_, index) => ({
      id: rowId(),
      title: `Kept ${first + index}`,
      title_folded: `kept ${first + index}`,
      image_url: '/images/categories/other.webp',
      category: 'Other',
      short_description: 'Short.',
      long_description: `${first + index} ${text}`,
      word_count: 1_200,
      author_id: authorId,
      created_at: Date.now(),
      updated_at: Date.now(),
      version: 1,
      source_key: null,
    }));
    await storage.write(({ db }) => allTexts(db).insertInto('blogs').values(rows).execute());
  }
  await storage.close();
  for (let picture = 0; picture < pictures; picture += 1) {
    const name = `${randomBytes(16).toString('hex')}-1280x960-102030`;
    const folder = path.join(place.dataDir, picturesFolder, name.slice(0, 2), name);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < filesOfPicture; file += 1) {
      writeFileSync(path.join(folder, `${file}.avif`), randomBytes(fileBytes));
    }
  }
}
