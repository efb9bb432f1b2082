import { useRef, useState } from 'react';

interface SingleFlight<Input extends readonly unknown[]> {
  readonly isPending: boolean;
  /** Runs the work unless it is already running. */
  readonly run: (...input: Input) => Promise<void>;
}

/** Ignores double clicks: work that is running is not started again. */
export function useSingleFlight<Input extends readonly unknown[]>(
  work: (...input: Input) => Promise<void>,
): SingleFlight<Input> {
  const isRunning = useRef(false);
  const [isPending, setIsPending] = useState(false);

  async function run(...input: Input): Promise<void> {
    // A ref, because the state would update one render too late for a double click.
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    await work(...input).finally(() => {
      isRunning.current = false;
      setIsPending(false);
    });
  }

  return { isPending, run };
}
