import { openPictureFolder, type PictureFolder } from '../picture-folder.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** The stores that the settings name. */
export interface PictureStores {
  readonly folder: PictureFolder;
  /** Undefined if the settings name no bucket. */
  readonly bucket: PictureFolder | undefined;
}

/** `root` is this machine's folder, in which pictures are made with every store. */
export async function openPictureStores(
  root: string,
  settings: BucketSettings | undefined,
): Promise<PictureStores> {
  const folder = openPictureFolder(root);
  if (!settings) return { folder, bucket: undefined };
  // A site without a bucket doesn't load the client.
  const { createBucketClient } = await import('./bucket-client.ts');
  const { openPictureBucket } = await import('./picture-bucket.ts');
  return { folder, bucket: openPictureBucket(createBucketClient(settings), folder) };
}

/** The site's pictures, in the store that the settings name. */
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
