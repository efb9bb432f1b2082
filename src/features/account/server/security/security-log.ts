import type { MailKind } from '../../../../identity/mail/mail-kind.ts';
import { usualUsefulMs } from '../../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../../identity/mail/outbox-store.ts';
import { tooManyRequests } from '../../../../platform/contract/problems.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { noteSecurityEvent, type SecurityEvent } from './security-events.ts';
import { hasNotice, noticeOf } from './security-letters.ts';

/** E-mails about one kind of event to one person. Each kind is counted by itself: none can use up another's limit. */
const noticeRule: RateRule = { name: 'notices', limit: 3, perMs: 60 * 60_000 };

const notice = { name: 'security-notice', usefulMs: usualUsefulMs, isRepeatable: true };

/** Records security events of accounts, and notifies their owners. */
export interface SecurityLog {
  /**
   * Within the write that causes it: adds the event to the person's list, and for the kinds that have one an e-mail to the
   * account's address, or to `address`.
   */
  note(write: Write, event: SecurityEvent, address?: string): Promise<void>;
  /** After that write has committed: a log line for the operator. */
  notify(event: SecurityEvent): void;
}

export interface SecurityLogOptions {
  readonly limiter: WriteLimiter;
  /** Undefined where the site sends no mail. */
  readonly queueMail: QueueMail | undefined;
  /** Writes the operator's line. */
  readonly onEvent: (event: SecurityEvent) => void;
}

export function createSecurityLog({
  limiter,
  queueMail,
  onEvent,
}: SecurityLogOptions): SecurityLog {
  async function tell(write: Write, event: SecurityEvent, address?: string): Promise<void> {
    const { personId, ...payload } = event;
    if (!queueMail || !hasNotice(event.kind)) return;
    try {
      await limiter.takeWithin(write, noticeRule, `${personId} ${event.kind}`);
    } catch (error) {
      // Enough of these were sent; the list on the account page has them all.
      if (tooManyRequests.is(error)) return;
      throw error;
    }
    // What happened stands, whether there is room to tell of it or not.
    await queueMail(write, notice, {
      personId,
      payload,
      ...(address !== undefined && { address }),
    });
  }

  return {
    async note(write, event, address) {
      await noteSecurityEvent(write, event);
      await tell(write, event, address);
    },
    notify: onEvent,
  };
}

export interface NoticeParts {
  readonly storage: Storage;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
}

/** How the owner of an account is told of what happened to it. */
export function securityNotice({ storage, siteUrl, siteName }: NoticeParts): MailKind {
  return {
    ...notice,
    async compose({ personId, address, payload }) {
      const person = await storage.writer
        .selectFrom('people')
        .select('email')
        .where('id', '=', personId)
        .executeTakeFirst();
      const to = address ?? person?.email;
      const event = payload as Omit<SecurityEvent, 'personId'>;
      return to ? noticeOf(event, to, { siteUrl, siteName: await siteName() }) : undefined;
    },
  };
}
