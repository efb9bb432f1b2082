/**
 * A process of its own that makes pictures: what decodes files of strangers is written in C, and what goes wrong there
 * takes this process along and no other. It has no settings of the site's, no connection, and a deadline.
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
