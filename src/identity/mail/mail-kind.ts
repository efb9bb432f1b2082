import type { EmailMessage } from '../../platform/mail/post.ts';
import type { Write } from '../../storage/storage.ts';

/** Static properties of a kind of e-mail. */
export interface MailFacts {
  readonly name: string;
  /** Time to live in milliseconds, from when it was queued. */
  readonly usefulMs: number;
  /** Whether an e-mail whose delivery is uncertain is sent again: at least once, or at most once. */
  readonly isRepeatable: boolean;
}

export interface QueuedMail {
  readonly id: string;
  readonly personId: string | null;
  readonly address: string | null;
  readonly payload: unknown;
}

export type MailOutcome = 'sent' | 'failed' | 'unknown';

/** A kind of e-mail, declared by its feature. */
export interface MailKind extends MailFacts {
  /** Composes the e-mail when it is sent, with tokens created for it; undefined where it is obsolete. */
  readonly compose: (mail: QueuedMail) => Promise<EmailMessage | undefined>;
  /** Called in the write that stores the outcome. */
  readonly onEnd?: (write: Write, mail: QueuedMail, outcome: MailOutcome) => Promise<void>;
}

export const hourMs = 60 * 60_000;
/** Default time to live of an e-mail. */
export const usualUsefulMs = 48 * hourMs;
