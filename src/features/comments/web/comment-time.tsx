import { useIsHydrated } from '../../../platform/web/use-is-hydrated.ts';

const style = { dateStyle: 'long', timeStyle: 'short' } as const;
// Made once: a page can have a thousand of these.
const byReadersClock = new Intl.DateTimeFormat('en-US', style);
const byUtc = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' });

interface CommentTimeProps {
  /** ISO 8601. */
  readonly createdAt: string;
}

/** When a comment was written, by the reader's clock; the server, which doesn't know that one, writes UTC. */
export function CommentTime({ createdAt }: CommentTimeProps) {
  const isHydrated = useIsHydrated();
  const moment = Date.parse(createdAt);
  const text = isHydrated ? byReadersClock.format(moment) : `${byUtc.format(moment)} UTC`;
  return <time dateTime={createdAt}>{text}</time>;
}
