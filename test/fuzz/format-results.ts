import type { PartResult } from './findings.ts';
import type { HealthzWaits } from './site/watch-healthz.ts';

const ms = (value: number) => `${value.toFixed(0)} ms`;

/** A part's result in one line, with its findings below. */
export function formatPart(result: PartResult): string {
  const { part, inputs, seconds, serverErrors, crashes, busy, heldMs, findings } = result;
  const facts = [
    `${inputs.toLocaleString('en')} inputs in ${seconds.toFixed(0)} s`,
    `${crashes} crashes`,
    `${serverErrors} server errors`,
    ...(busy > 0 ? [`${busy} refused as busy`] : []),
    ...(heldMs === undefined ? [] : [`event loop held for at most ${ms(heldMs)}`]),
    `${findings.length} findings`,
  ];
  const below = findings.map(({ what, how, times }) => `  ✗ ${what} (${times}×)\n    ${how}`);
  return [`${part}: ${facts.join(', ')}`, ...below].join('\n');
}

export function formatWaits(
  when: string,
  { asked, failed, longestMs, p99Ms }: HealthzWaits,
): string {
  return `/healthz ${when}: asked ${asked} times, ${failed} not answered, 99 in 100 within ${ms(p99Ms)}, longest wait ${ms(longestMs)}`;
}

/** All results in one sentence. */
export function formatTotal(results: readonly PartResult[]): string {
  const sum = (of: (result: PartResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const held = Math.max(0, ...results.map(({ heldMs = 0 }) => heldMs));
  const inputs = sum(({ inputs: count }) => count).toLocaleString('en');
  return `${inputs} bad inputs: ${sum(({ crashes }) => crashes)} crashes, ${sum(
    ({ serverErrors }) => serverErrors,
  )} server errors, the event loop held for at most ${ms(held)}, ${sum(
    ({ findings }) => findings.length,
  )} findings`;
}
