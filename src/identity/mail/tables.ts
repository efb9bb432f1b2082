import type { MailState } from './outbox-store.ts';

declare module '../../storage/schema.ts' {
  interface Schema {
    outbox: OutboxTable;
    mail_hold: MailHoldTable;
  }
}

/** E-mails that no mail server has accepted yet. The row of an accepted one is deleted. */
export interface OutboxTable {
  id: string;
  kind: string;
  /** The recipient or the subject; the row is deleted with the account. */
  person_id: string | null;
  /** The recipient's address, where it isn't that of the person. */
  address: string | null;
  /** JSON: parameters for composing. Never a token; tokens are created when the e-mail is sent. */
  payload: string;
  state: MailState;
  /** Random name of the process that holds the lease. */
  holder: string;
  /** Time of the next attempt; while it is being sent, the end of the lease. */
  due_at: number;
  /** End of the time to live. */
  ends_at: number;
  tries: number;
  /** The mail server's last error; empty for none. */
  reason: string;
  created_at: number;
  /** When the last attempt failed for good. */
  ended_at: number | null;
}

/** One row from a restore until an owner permits e-mails to readers again. */
export interface MailHoldTable {
  id: string;
  since: number;
}
