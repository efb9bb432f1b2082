import { parentPort } from 'node:worker_threads';

/** A worker's first message; then it posts one message per job, its result. */
const threadReady = 'ready';

/** Runs `work` for each job posted to this worker and posts its result. An error that `work` throws ends the worker. */
export function answerJobs<In, Out>(work: (input: In) => Out | Promise<Out>): void {
  parentPort?.on('message', async (input: In) => parentPort?.postMessage(await work(input)));
  parentPort?.postMessage(threadReady);
}
