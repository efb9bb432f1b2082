import path from 'node:path';
import sharp from 'sharp';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';

/** A picture to upload; `remove` deletes it. */
export async function pictureFile(): Promise<TemporaryFolder> {
  const folder = temporaryFolder('picture');
  const file = path.join(folder.path, 'blue.png');
  const create = { width: 900, height: 600, channels: 3, background: '#336699' } as const;
  await sharp({ create }).toFile(file);
  return { path: file, remove: folder.remove };
}
