import { constants } from 'node:os';

const undos = new Set<() => void>();

/**
 * Calls `undo` when this process ends first: by an uncaught error or, after `endOnSignals`, by a signal. `undo` must be
 * synchronous. Returns a function that cancels this.
 */
export function undoneAtExit(undo: () => void): () => void {
  if (undos.size === 0) process.once('exit', undoAll);
  undos.add(undo);
  return () => {
    undos.delete(undo);
    if (undos.size === 0) process.off('exit', undoAll);
  };
}

/** Runs the latest first. */
function undoAll(): void {
  for (const undo of [...undos].reverse()) {
    try {
      undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Exits on a signal as on an error, so that child processes and temporary files are cleaned up. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
