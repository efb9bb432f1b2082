/** A process of its own that draws pictures to share: what decodes and draws is written in C. It knows nothing of the site. */
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
