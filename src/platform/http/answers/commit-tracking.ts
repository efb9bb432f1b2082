import { AsyncLocalStorage } from 'node:async_hooks';
import { outcomeUnknown } from '../../contract/problems.ts';
import { toProblem } from '../problem-handler.ts';

/** What the storage has reported about the running call. */
interface RunningCall {
  hasCommitted: boolean;
}

const running = new AsyncLocalStorage<RunningCall>();

/** Called by the storage when a write of the running call has been committed. */
export function recordCommit(): void {
  const call = running.getStore();
  if (call) call.hasCommitted = true;
}

/** Runs writes that are not part of the call's result, such as counting it for a rate limit. */
export function runUntracked<T>(work: () => Promise<T>): Promise<T> {
  return running.exit(work);
}

/**
 * Runs a call that changes data. If it fails with a 5xx problem after one of its writes was committed, part of the
 * change is stored, so the client must not take it for a refusal: it gets `outcome-unknown` and retries. `onCommit` is
 * called at the end if anything was committed.
 */
export function withCommitTracking<T>(
  work: () => Promise<T>,
  onCommit: () => void = () => {},
): Promise<T> {
  const call: RunningCall = { hasCommitted: false };
  return running.run(call, async () => {
    try {
      return await work();
    } catch (error) {
      if (!call.hasCommitted || toProblem(error).status < 500) throw error;
      throw outcomeUnknown({ retryAfter: 1, cause: error });
    } finally {
      if (call.hasCommitted) onCommit();
    }
  });
}
