import { randomUUID } from 'node:crypto';
import {
  BucketTrouble,
  createBucketClient,
} from '../../features/pictures/server/bucket/bucket-client.ts';
import { keyPrefix } from '../../features/pictures/server/bucket/bucket-keys.ts';
import type { Config } from '../config.ts';
import { type Found, fail, ok } from './finding.ts';

/** What a store's refusal means, for the operator who has its keys. */
function adviceOf(message: string): string {
  if (message.includes('NoSuchBucket')) {
    return 'There is no bucket of this name: check PICTURES_S3_BUCKET and PICTURES_S3_REGION, or make it.';
  }
  if (message.includes(': 403')) {
    return 'Check PICTURES_S3_KEY_ID and PICTURES_S3_SECRET; the key has to read, write, delete and list (docs/running.md). A clock that is wrong is refused as well.';
  }
  return 'Is PICTURES_S3_ENDPOINT right, and can this machine reach it? Until it answers no pictures are taken, and no backup is made.';
}

/** Whether the store of the pictures answers: asks it for a picture that nobody has. */
export async function lookAtPictures({ pictureBucket }: Config): Promise<Found> {
  if (!pictureBucket) return ok('They lie in DATA_DIR');
  const { bucket, endpoint } = pictureBucket;
  try {
    await createBucketClient(pictureBucket).get(`${keyPrefix}doctor-${randomUUID()}`);
    return ok(`The bucket ${bucket} at ${endpoint} answers`);
  } catch (error) {
    if (!(error instanceof BucketTrouble)) throw error;
    const found = `The bucket ${bucket} at ${endpoint} can't be used (${error.message})`;
    return fail(found, adviceOf(error.message));
  }
}
