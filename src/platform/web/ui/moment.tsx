import { useIsHydrated } from '../use-is-hydrated.ts';

const style = { dateStyle: 'long', timeStyle: 'short' } as const;
// Created once: a page can have a thousand times.
const byReadersClock = new Intl.DateTimeFormat('en-US', style);
const byUtc = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' });

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
}

/** A date and time in the reader's time zone; the server, which doesn't know it, writes UTC. */
export function Moment({ at }: MomentProps) {
  const isHydrated = useIsHydrated();
  const moment = Date.parse(at);
  const text = isHydrated ? byReadersClock.format(moment) : `${byUtc.format(moment)} UTC`;
  return (
    <time dateTime={at} data-in-sight>
      {text}
    </time>
  );
}
