import type { MailLetter } from '../../platform/mail/post.ts';
import type { Write } from '../../storage/storage.ts';

/** What the outbox knows of a kind of e-mail before there is one. */
export interface MailFacts {
  readonly name: string;
  /** How long it is of use, in milliseconds from its cause. */
  readonly usefulMs: number;
  /** Whether one that may have arrived is sent again: rather twice than never, or rather never than twice. */
  readonly isRepeatable: boolean;
}

/** An e-mail that waits. */
export interface QueuedMail {
  readonly id: string;
  readonly personId: string | null;
  readonly address: string | null;
  readonly payload: unknown;
}

export type MailOutcome = 'sent' | 'failed' | 'unknown';

/** What a feature says of the e-mails that it causes. */
export interface MailKind extends MailFacts {
  /** Writes it at the moment it is sent, with tokens made for it; undefined where there is nothing to send any more. */
  readonly compose: (mail: QueuedMail) => Promise<MailLetter | undefined>;
  /** Told in the write that notes what became of it. */
  readonly onEnd?: (write: Write, mail: QueuedMail, outcome: MailOutcome) => Promise<void>;
}

export const hourMs = 60 * 60_000;
/** E-mails that lose their use by nothing but time. */
export const usualUsefulMs = 48 * hourMs;
