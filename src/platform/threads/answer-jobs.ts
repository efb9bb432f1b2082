import { parentPort } from 'node:worker_threads';

/** What a thread says once it can work; what follows are the outcomes of its jobs, one for each. */
const threadReady = 'ready';

/** Makes the thread that runs this module answer each job with what `work` makes of it. What `work` throws ends the thread. */
export function answerJobs<In, Out>(work: (input: In) => Out | Promise<Out>): void {
  parentPort?.on('message', async (input: In) => parentPort?.postMessage(await work(input)));
  parentPort?.postMessage(threadReady);
}
