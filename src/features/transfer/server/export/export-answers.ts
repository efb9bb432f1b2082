import { type Answer, answer } from '../../../../identity/answer.ts';
import type { HeavyCalls } from '../../../../identity/heavy-calls.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { exportMyBlogs } from '../../contract.ts';
import { ownBlogs } from './own-blogs.ts';
import { writeZip } from './write-zip.ts';

export interface ExportParts {
  readonly storage: Storage;
  readonly heavyCalls: HeavyCalls;
}

async function* filesOf(storage: Storage, personId: string) {
  const { blogFile } = await import('./blog-file.ts');
  for await (const blog of ownBlogs(() => storage.reader, personId)) yield blogFile(blog);
}

/** An author's blogs to take away. */
export function exportAnswers({ storage, heavyCalls }: ExportParts): readonly Answer[] {
  return [
    answer(exportMyBlogs, async (_input, { person, reply }) => {
      const archive = await heavyCalls.stream(person.id, writeZip(filesOf(storage, person.id)));
      reply.header('content-disposition', 'attachment; filename="my-blogs.zip"');
      return archive;
    }),
  ];
}
