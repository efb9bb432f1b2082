import { heldMaxMs } from '../findings.ts';
import { type Fragment, grow, nameOf } from './cost-fragments.ts';

/** Something that takes text from outside. */
export interface CostInput {
  readonly name: string;
  /** Most characters that reach it. */
  readonly max: number;
  readonly run: (text: string) => unknown;
}

/** Milliseconds of processor time: below this nobody waits, and growth can't be told from noise. */
const noticeableMs = 50;
/** Each size is so many times the one before. */
const step = 4;
/** Quadratic is 16 times the time for 4 times the input, linear 4 times: the border lies between, on linear's far side. */
const ratioMax = 9;
const steps = 3;

function cpuMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  try {
    run();
  } catch {
    // A refusal takes its time as well.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of three, where the first is worth looking at: what else the machine does only adds. */
function costOf({ run }: CostInput, text: string): number {
  const first = cpuMs(() => run(text));
  if (first < noticeableMs / step) return first;
  return Math.min(
    first,
    cpuMs(() => run(text)),
    cpuMs(() => run(text)),
  );
}

/**
 * Grows the fragment step by step to a share of the input's limit. What is wrong with the time that takes: more of it than anybody
 * may be made to wait, or growing faster than the text; undefined where all is well.
 */
export function measureCost(
  input: CostInput,
  fragment: Fragment,
  share: number,
): string | undefined {
  let before = 0;
  for (let left = steps; left >= 0; left -= 1) {
    const size = Math.max(1, Math.floor((input.max * share) / step ** left));
    const ms = costOf(input, grow(fragment, size));
    const told = `${input.name}: ${nameOf(fragment)}, ${size} characters: ${ms.toFixed(0)} ms`;
    if (ms > heldMaxMs) return told;
    if (ms > noticeableMs && before > 1 && ms / before > ratioMax) {
      return `${told}, ${before.toFixed(0)} ms for a quarter of them`;
    }
    before = ms;
  }
  return undefined;
}
