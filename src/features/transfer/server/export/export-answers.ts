import { Readable } from 'node:stream';
import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { exportMyBlogs } from '../../contract.ts';
import { blogFile } from './blog-file.ts';
import { ownBlogs } from './own-blogs.ts';
import { writeZip } from './write-zip.ts';

async function* filesOf(storage: Storage, personId: string) {
  for await (const blog of ownBlogs(() => storage.reader, personId)) yield blogFile(blog);
}

/** An author's blogs to take away. */
export function exportAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  return [
    answer(exportMyBlogs, async (_input, { person, reply }) => {
      reply.header('content-disposition', 'attachment; filename="my-blogs.zip"');
      return Readable.from(writeZip(filesOf(storage, person.id)), { objectMode: false });
    }),
  ];
}
