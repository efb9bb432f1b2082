import { useIsHydrated } from '../use-is-hydrated.ts';

const style = { dateStyle: 'long', timeStyle: 'short' } as const;
// Made once: a page can have a thousand of these.
const byReadersClock = new Intl.DateTimeFormat('en-US', style);
const byUtc = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' });

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
}

/** A day and a time by the reader's clock; the server, which doesn't know that one, writes UTC. */
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
