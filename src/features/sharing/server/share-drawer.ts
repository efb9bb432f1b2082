import { createJobProcess } from '../../../platform/threads/job-process.ts';
import type { DrawnPicture, ShareJob } from './share-job.ts';

/** Milliseconds by the clock; a picture takes half a second on a slow machine. */
const deadlineMs = 20_000;
/** More than a burst of previews asks for; the rest is told to come again. */
const waitingMax = 16;

/** Draws pictures to share beside what answers requests. */
export function createShareDrawer() {
  return createJobProcess<ShareJob, DrawnPicture>({
    script: new URL('./share-process.ts', import.meta.url),
    deadline: deadlineMs,
    waitingMax,
    failed: (reason) => ({ outcome: 'failed', reason }),
    isSound: ({ outcome }) => outcome === 'drawn',
  });
}
