import { type Answer, answer } from '../../../../identity/answer.ts';
import type { HeavyCalls } from '../../../../identity/quotas/heavy-calls.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { exportMyBlogs } from '../../contract.ts';
import { ownBlogs } from './own-blogs.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

export interface ExportParts {
  readonly storage: Storage;
  readonly heavyCalls: HeavyCalls;
  /** For one archive: the files of the pictures that a text names, each but once. */
  readonly pictureFiles: () => (text: string) => AsyncIterable<Pick<ZipEntry, 'name' | 'content'>>;
}

/** Each blog, and after it the pictures of the site that it shows, where the import looks for them. */
async function* filesOf({ storage, pictureFiles }: ExportParts, personId: string) {
  const { blogFile } = await import('./blog-file.ts');
  const filesIn = pictureFiles();
  for await (const blog of ownBlogs(() => storage.reader, personId)) {
    yield blogFile(blog);
    const { image_url, long_description, updated_at: modifiedAt } = blog;
    for await (const file of filesIn(`${image_url} ${long_description}`)) {
      yield { ...file, modifiedAt };
    }
  }
}

/** An author's blogs to take away. */
export function exportAnswers(parts: ExportParts): readonly Answer[] {
  return [
    answer(exportMyBlogs, async (_input, { person, reply }) => {
      const archive = await parts.heavyCalls.stream(person.id, writeZip(filesOf(parts, person.id)));
      reply.header('content-disposition', 'attachment; filename="my-blogs.zip"');
      return archive;
    }),
  ];
}
