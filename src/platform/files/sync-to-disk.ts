import { open } from 'node:fs/promises';

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until all that was written to a file is on the disk. */
export function syncFile(file: string): Promise<void> {
  return sync(file, 'r+');
}

/** The same for the names in a folder: a file is on the disk when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing.
  if (process.platform !== 'win32') await sync(folder, 'r');
}
