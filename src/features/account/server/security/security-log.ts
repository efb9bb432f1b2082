import { tooManyRequests } from '../../../../platform/contract/problems.ts';
import type { RateLimiter, RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import type { Letter, Mailer } from '../embedded/mailer.ts';
import { noteSecurityEvent, type SecurityEvent } from './security-events.ts';
import { noticeOf } from './security-letters.ts';

/** E-mails about one kind of event to one person. Each kind is counted by itself: none can use up another's limit. */
const noticeRule: RateRule = { name: 'notices', limit: 3, perMs: 60 * 60_000 };

/** Records security events of accounts, and notifies their owners. */
export interface SecurityLog {
  /** Adds the event to the person's list, within the write that causes it. */
  note(write: Write, event: SecurityEvent): Promise<void>;
  /**
   * After that write has committed: a log line for the operator, and an e-mail for the kinds that have one, to the
   * account's address or to `address`.
   */
  notify(event: SecurityEvent, address?: string): void;
}

export interface SecurityLogOptions {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
  /** Undefined where the site sends no mail. */
  readonly mailer: Mailer | undefined;
  /** Writes the operator's line. */
  readonly onEvent: (event: SecurityEvent) => void;
}

async function addressOf(storage: Storage, personId: string): Promise<string | undefined> {
  const row = await storage.writer
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.email ?? undefined;
}

export function createSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { storage, limiter, siteUrl, siteName, mailer, onEvent } = options;

  async function compose(event: SecurityEvent, address?: string): Promise<Letter | undefined> {
    const to = address ?? (await addressOf(storage, event.personId));
    const letter = to && noticeOf(event, to, { siteUrl, siteName: await siteName() });
    if (!letter) return undefined;
    try {
      await limiter.take(noticeRule, `${event.personId} ${event.kind}`);
    } catch (error) {
      // Enough of these were sent; the list on the account page has them all.
      if (tooManyRequests.is(error)) return undefined;
      throw error;
    }
    return letter;
  }

  return {
    note: noteSecurityEvent,
    notify(event, address) {
      onEvent(event);
      mailer?.post(() => compose(event, address));
    },
  };
}
