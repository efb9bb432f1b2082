import { constants } from 'node:os';

const undos = new Set<() => void>();

/**
 * Has `undo` called when this process ends before it has come to that itself: by an error that nobody caught, or, after
 * `endOnSignals`, by a signal. Nothing waits for it. Returns the function that takes it back.
 */
export function undoneAtExit(undo: () => void): () => void {
  if (undos.size === 0) process.once('exit', undoAll);
  undos.add(undo);
  return () => {
    undos.delete(undo);
    if (undos.size === 0) process.off('exit', undoAll);
  };
}

/** The latest first. */
function undoAll(): void {
  for (const undo of [...undos].reverse()) {
    try {
      undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Ends this process at a signal as at an error, so that what it started and made doesn't stay behind. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
