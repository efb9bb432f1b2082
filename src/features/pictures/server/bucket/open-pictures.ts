import { openPictureFolder, type PictureFolder } from '../picture-folder.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** Where pictures may lie. */
export interface PictureStores {
  readonly folder: PictureFolder;
  /** Undefined where no settings name one. */
  readonly bucket: PictureFolder | undefined;
}

/** `root` is the folder of this machine, where pictures are made in any case. */
export async function openPictureStores(
  root: string,
  settings: BucketSettings | undefined,
): Promise<PictureStores> {
  const folder = openPictureFolder(root);
  if (!settings) return { folder, bucket: undefined };
  // Who has none needn't load what speaks to it.
  const { createBucketClient } = await import('./bucket-client.ts');
  const { openPictureBucket } = await import('./picture-bucket.ts');
  return { folder, bucket: openPictureBucket(createBucketClient(settings), folder) };
}

/** The site's pictures, wherever its settings say that they lie. */
export async function openPictures(
  root: string,
  settings: BucketSettings | undefined,
): Promise<PictureFolder> {
  const { folder, bucket } = await openPictureStores(root, settings);
  if (!bucket) return folder;
  const { withFolderBefore } = await import('./picture-bucket.ts');
  const { withMemory } = await import('./with-memory.ts');
  return withFolderBefore(withMemory(bucket), folder);
}
