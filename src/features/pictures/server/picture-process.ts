/**
 * A separate process that makes pictures: the decoders of untrusted files are written in C, and a crash there ends only
 * this process. It has none of the site's settings, no connection, and a deadline.
 */
import { makePicture } from './make-picture.ts';
import type { MadePicture, PictureJob } from './picture-job.ts';

async function answer(job: PictureJob): Promise<MadePicture> {
  try {
    return await makePicture(job);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { outcome: 'failed', code, reason: String(error) };
  }
}

process.on('message', async (job: PictureJob) => process.send?.(await answer(job)));
process.send?.('ready');
