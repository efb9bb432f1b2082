import type { MailKind } from '../../../../identity/mail/mail-kind.ts';
import { usualUsefulMs } from '../../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../../identity/mail/outbox-store.ts';
import { tooManyRequests } from '../../../../platform/contract/problems.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { hasNotice, noticeOf } from './security-emails.ts';
import { noteSecurityEvent, type SecurityEvent } from './security-events.ts';

/** E-mails about one kind of event to one person. Each kind has its own limit: none can use up another's. */
const noticeRule: RateRule = { name: 'notices', limit: 3, perMs: 60 * 60_000 };

const notice = { name: 'security-notice', usefulMs: usualUsefulMs, isRepeatable: true };

/** Records security events of accounts, and notifies their owners. */
export interface SecurityLog {
  /**
   * In the write that causes the event: adds it to the person's list and, for kinds with a notice, queues an e-mail to
   * the account's address, or to `address`.
   */
  note(write: Write, event: SecurityEvent, address?: string): Promise<void>;
  /** After that write has committed: a log line for the operator. */
  notify(event: SecurityEvent): void;
}

export interface SecurityLogOptions {
  readonly limiter: WriteLimiter;
  /** Undefined where the site sends no mail. */
  readonly queueMail: QueueMail | undefined;
  /** Writes a line to the operator's log. */
  readonly onEvent: (event: SecurityEvent) => void;
}

export function createSecurityLog({
  limiter,
  queueMail,
  onEvent,
}: SecurityLogOptions): SecurityLog {
  async function queueNotice(write: Write, event: SecurityEvent, address?: string): Promise<void> {
    const { personId, ...payload } = event;
    if (!queueMail || !hasNotice(event.kind)) return;
    try {
      await limiter.takeWithin(write, noticeRule, `${personId} ${event.kind}`);
    } catch (error) {
      // The limit is reached; the list on the account page has all events.
      if (tooManyRequests.is(error)) return;
      throw error;
    }
    // A full outbox doesn't undo the event.
    await queueMail(write, notice, {
      personId,
      payload,
      ...(address !== undefined && { address }),
    });
  }

  return {
    async note(write, event, address) {
      await noteSecurityEvent(write, event);
      await queueNotice(write, event, address);
    },
    notify: onEvent,
  };
}

export interface NoticeParts {
  readonly storage: Storage;
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
}

/** The e-mail to the owner of an account about a security event. */
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
