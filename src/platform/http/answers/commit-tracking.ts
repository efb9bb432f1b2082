import { AsyncLocalStorage } from 'node:async_hooks';
import { outcomeUnknown } from '../../contract/problems.ts';
import { toProblem } from '../problem-handler.ts';

/** What the storage has told of the call that is running. */
interface RunningCall {
  hasCommitted: boolean;
}

const running = new AsyncLocalStorage<RunningCall>();

/** The storage says that a write of the running call stands. */
export function recordCommit(): void {
  const call = running.getStore();
  if (call) call.hasCommitted = true;
}

/** Writes that are no part of what the call is asked for, such as counting it. */
export function outsideCall<T>(work: () => Promise<T>): Promise<T> {
  return running.exit(work);
}

/**
 * Runs a call that changes something. Trouble after one of its writes was committed is no refusal, whatever the trouble
 * was: part of what was asked for stands. Throws `outcome-unknown` then, so that it is sent again.
 */
export function withCommitTracking<T>(work: () => Promise<T>): Promise<T> {
  const call: RunningCall = { hasCommitted: false };
  return running.run(call, async () => {
    try {
      return await work();
    } catch (error) {
      if (!call.hasCommitted || toProblem(error).status < 500) throw error;
      throw outcomeUnknown({ retryAfter: 1, cause: error });
    }
  });
}
