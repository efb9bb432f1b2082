import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  BucketError,
  createBucketClient,
} from '../../features/pictures/server/bucket/bucket-client.ts';
import { keyPrefix } from '../../features/pictures/server/bucket/bucket-keys.ts';
import { folderGoneMs, readFolderId } from '../../features/pictures/server/shared-folder.ts';
import { picturesFolder } from '../../storage/sqlite/private-files.ts';
import type { Config } from '../config.ts';
import { type Found, fail, ok } from './finding.ts';

/** Advice for an error of the object store. */
function adviceOf(message: string): string {
  if (message.includes('NoSuchBucket')) {
    return 'There is no bucket of this name: check PICTURES_S3_BUCKET and PICTURES_S3_REGION, or make it.';
  }
  if (message.includes(': 403')) {
    return 'Check PICTURES_S3_KEY_ID and PICTURES_S3_SECRET; the key has to read, write, delete and list (docs/running.md). A clock that is wrong is refused as well.';
  }
  return 'Is PICTURES_S3_ENDPOINT right, and can this machine reach it? Until it answers no pictures are taken, and no backup is made.';
}

/** Checks whether machines that share the database use different folders for pictures. */
async function checkFolder({ dataDir, databaseUrl }: Config): Promise<Found> {
  const place = ok('They lie in DATA_DIR');
  if (!databaseUrl) return place;
  const id = await readFolderId(path.join(dataDir, picturesFolder));
  const { connectPostgres } = await import('../../storage/backup/postgres-client.ts');
  const client = await connectPostgres(databaseUrl).catch(() => undefined);
  // Another check reports the database.
  if (!client) return place;
  try {
    const { rows } = await client.query<{ machine: string }>(
      'select machine from upload_folders where seen_at > $1 and id <> $2 order by machine limit 20',
      [Date.now() - folderGoneMs, id ?? ''],
    );
    if (rows.length === 0) return place;
    const machines = rows.map(({ machine }) => machine).join(', ');
    return fail(
      `${machines} put${rows.length === 1 ? 's' : ''} pictures into another folder than this one (${dataDir}/${picturesFolder})`,
      'Share that folder between all machines, or keep pictures in S3 (docs/running.md): half of them are missing for half of the visitors.',
    );
  } catch {
    // The tables are of an older version.
    return place;
  } finally {
    await client.end();
  }
}

/** Checks that the object store replies, by requesting a picture that doesn't exist. */
export async function checkPictures(config: Config): Promise<Found> {
  const { pictureBucket } = config;
  if (!pictureBucket) return checkFolder(config);
  const { bucket, endpoint } = pictureBucket;
  try {
    await createBucketClient(pictureBucket).get(`${keyPrefix}doctor-${randomUUID()}`);
    return ok(`The bucket ${bucket} at ${endpoint} answers`);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    const found = `The bucket ${bucket} at ${endpoint} can't be used (${error.message})`;
    return fail(found, adviceOf(error.message));
  }
}
