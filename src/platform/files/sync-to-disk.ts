import { open } from 'node:fs/promises';

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a file's contents to the disk. */
export function syncFile(file: string): Promise<void> {
  return sync(file, 'r+');
}

/** The same for a folder's entries: a new file is durable once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't sync folders.
  if (process.platform !== 'win32') await sync(folder, 'r');
}
