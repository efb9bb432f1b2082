/**
 * A separate process that draws preview pictures: the decoders and renderers are written in C. It has no access to the
 * site.
 */
import { drawSharePicture } from './draw-share-picture.ts';
import type { DrawnPicture, ShareJob } from './share-job.ts';

async function answer(job: ShareJob): Promise<DrawnPicture> {
  try {
    return { outcome: 'drawn', jpeg: await drawSharePicture(job) };
  } catch (error) {
    return { outcome: 'failed', reason: String(error) };
  }
}

process.on('message', async (job: ShareJob) => process.send?.(await answer(job)));
process.send?.('ready');
