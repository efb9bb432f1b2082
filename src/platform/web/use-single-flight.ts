import { useRef, useState } from 'react';

interface SingleFlight<Input extends readonly unknown[]> {
  readonly isPending: boolean;
  /** Does it, unless it is being done already. */
  readonly run: (...input: Input) => Promise<void>;
}

/** Makes double clicks harmless: what is running is not begun a second time. */
export function useSingleFlight<Input extends readonly unknown[]>(
  work: (...input: Input) => Promise<void>,
): SingleFlight<Input> {
  const isRunning = useRef(false);
  const [isPending, setIsPending] = useState(false);

  async function run(...input: Input): Promise<void> {
    // The state would be a render too late for two clicks at once.
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
