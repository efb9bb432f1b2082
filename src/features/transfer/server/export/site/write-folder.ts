import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ZipEntry } from '../write-zip.ts';

/** Readable by the operator's account only, as all data of the site. */
const privateFolder = 0o700;
const privateFile = 0o600;

/** The folder isn't empty; the message is for the operator. */
export class FolderNotEmpty extends Error {
  override readonly name = 'FolderNotEmpty';
}

/** Writes the files into an empty or new folder. Resolves to their number. Throws `FolderNotEmpty`. */
export async function writeFolder(
  folder: string,
  entries: AsyncIterable<ZipEntry>,
): Promise<number> {
  await mkdir(folder, { recursive: true, mode: privateFolder });
  if ((await readdir(folder)).length > 0)
    throw new FolderNotEmpty(`${folder} isn't empty: an export begins in a folder of its own.`);
  let count = 0;
  for await (const { name, content, modifiedAt } of entries) {
    const file = path.join(folder, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
    const handle = await open(file, 'wx', privateFile);
    try {
      if (Buffer.isBuffer(content)) await handle.writeFile(content);
      else for await (const piece of content) await handle.write(piece);
      await handle.utimes(modifiedAt / 1_000, modifiedAt / 1_000);
    } finally {
      await handle.close();
    }
    count += 1;
  }
  return count;
}
