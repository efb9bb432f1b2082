import { createJobProcess } from '../../../platform/threads/job-process.ts';
import type { DrawnPicture, ShareJob } from './share-job.ts';

/** Milliseconds of wall-clock time; a picture takes half a second on a slow machine. */
const deadlineMs = 20_000;
/** Maximum queue length, more than a burst of previews needs; further requests are refused. */
const waitingMax = 16;

/** Draws preview pictures in a separate process. */
export function createShareDrawer() {
  return createJobProcess<ShareJob, DrawnPicture>({
    script: new URL('./share-process.ts', import.meta.url),
    deadline: deadlineMs,
    waitingMax,
    failed: (reason) => ({ outcome: 'failed', reason }),
    isSound: ({ outcome }) => outcome === 'drawn',
  });
}
