import { heldMaxMs } from '../findings.ts';
import { type Fragment, grow, nameOf } from './cost-fragments.ts';

/** A function that takes text from outside. */
export interface CostInput {
  readonly name: string;
  /** Maximum number of characters that reach it. */
  readonly max: number;
  readonly run: (text: string) => unknown;
}

/** Milliseconds of processor time: shorter times don't matter, and growth can't be distinguished from noise. */
const noticeableMs = 50;
/** Factor between consecutive sizes. */
const step = 4;
/** Four times the input takes 16 times as long if quadratic, 4 times if linear: the limit lies between. */
const ratioMax = 9;
const steps = 3;

function cpuMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  try {
    run();
  } catch {
    // Refusing an input takes time as well.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The minimum of three runs, unless the first is negligible: other load on the machine only adds time. */
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
 * Grows the fragment step by step to a share of the input's maximum length. Returns the problem if a size takes longer
 * than allowed, or if the time grows faster than the text; else undefined.
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
    const measured = `${input.name}: ${nameOf(fragment)}, ${size} characters: ${ms.toFixed(0)} ms`;
    if (ms > heldMaxMs) return measured;
    if (ms > noticeableMs && before > 1 && ms / before > ratioMax) {
      return `${measured}, ${before.toFixed(0)} ms for a quarter of them`;
    }
    before = ms;
  }
  return undefined;
}
