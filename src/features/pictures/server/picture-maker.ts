import { inQueue } from '../../../platform/telemetry/queues.ts';
import { createJobProcess } from '../../../platform/threads/job-process.ts';
import type { MadePicture, PictureJob } from './picture-job.ts';

/**
 * Milliseconds of wall-clock time after which a process is killed: ten times what a large picture takes on a slow
 * machine.
 */
const deadlineMs = 60_000;
/** Maximum queue length; each entry is a file of at most 20 MiB, and a second or two of work. */
const waitingMax = 16;

/** Makes pictures outside the event loop, one at a time for each process of the site. */
export interface PictureMaker {
  /** Throws `unavailable` if the queue is full or the maker is closing. The queue is fair to each person. */
  make(job: PictureJob, personId: string): Promise<MadePicture>;
  close(): Promise<void>;
}

export interface PictureMakerOptions {
  /** Milliseconds. */
  readonly deadline?: number;
  readonly idle?: number;
}

export function createPictureMaker(options: PictureMakerOptions = {}): PictureMaker {
  const { deadline = deadlineMs, idle } = options;
  const process = createJobProcess<PictureJob, MadePicture>({
    script: new URL('./picture-process.ts', import.meta.url),
    deadline,
    idle,
    waitingMax,
    // A file that crashes the process, or exceeds the deadline, is refused.
    failed: (reason, isTooSlow) => ({ outcome: isTooSlow ? 'too-slow' : 'not-a-picture', reason }),
    isSound: ({ outcome }) => outcome === 'made' || outcome === 'too-many-pixels',
  });
  return {
    make: ({ file, folder }, personId) =>
      inQueue('pictures', process.run({ file, folder }, personId)),
    close: process.close,
  };
}
