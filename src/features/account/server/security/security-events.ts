import { describeBrowser } from '../../../../identity/session/describe-browser.ts';
import type { CallRequest } from '../../../../platform/http/answers/answers.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { keptMsOf, usualEventsKept } from '../../../../platform/site/own-settings.ts';
import type { SetRetentionRule } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import type { SecurityEventKind } from '../../contract/security-events.ts';

/** Stored events per kind, the newest: an attacker can't displace one kind by producing another. */
const keptOfKind = 50;
/** Events that a person is shown. */
const shownMax = 100;

/** The origin of an event, as coarsely as it is shown. */
export interface EventOrigin {
  /** Such as `Firefox on Windows`. */
  readonly browser: string;
  /** Such as `192.0.2.0/24`. */
  readonly network: string;
}

export interface SecurityEvent {
  readonly personId: string;
  readonly kind: SecurityEventKind;
  readonly origin: EventOrigin;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function originOf({ headers, ip }: Pick<CallRequest, 'headers' | 'ip'>): EventOrigin {
  return { browser: describeBrowser(headers['user-agent']), network: networkOf(ip) };
}

/**
 * Records an event in the write that causes it. Events are never changed; they are deleted after the retention period,
 * when there are 50 newer ones of their kind, or with the account.
 */
export async function noteSecurityEvent(
  { db }: Write,
  { personId, kind, origin, at }: SecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ id: rowId(), person_id: personId, kind, ...origin, created_at: at })
    .execute();
  const tooMany = db
    .selectFrom('security_events')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .offset(keptOfKind)
    // SQLite requires LIMIT with OFFSET; at most one row is beyond.
    .limit(keptOfKind);
  await db
    .deleteFrom('security_events')
    .where('person_id', '=', personId)
    .where('id', 'in', tooMany)
    .execute();
}

/** Retention of all events, by the owner's setting. */
export const securityEventRetention: readonly SetRetentionRule[] = [
  {
    table: 'security_events',
    key: ['id'],
    column: 'created_at',
    keptMs: ({ eventsKept = usualEventsKept }) => keptMsOf(eventsKept),
  },
];

/**
 * The kind of a sign-in: `new-device` where the account was signed in to before, but never by this browser from this
 * network. The first sign-in has no earlier one to compare with.
 */
export async function kindOfSignIn(
  { db }: Write,
  personId: string,
  { browser, network }: EventOrigin,
): Promise<'sign-in' | 'new-device'> {
  const signIns = db
    .selectFrom('security_events')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', 'in', ['sign-in', 'new-device']);
  if (!(await signIns.limit(1).executeTakeFirst())) return 'sign-in';
  const same = await signIns
    .where('browser', '=', browser)
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return same ? 'sign-in' : 'new-device';
}

/** True where an earlier sign-in to the account came from this network. */
export async function isKnownNetwork(
  db: Pick<Reader, 'selectFrom'>,
  personId: string,
  network: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('security_events')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', 'in', ['sign-in', 'new-device'])
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest first. */
export function findSecurityEvents(db: Pick<Reader, 'selectFrom'>, personId: string) {
  return db
    .selectFrom('security_events')
    .select(['id', 'kind', 'browser', 'network', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute();
}
