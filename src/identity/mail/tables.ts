import type { MailState } from './outbox-store.ts';

declare module '../../storage/schema.ts' {
  interface Schema {
    outbox: OutboxTable;
    mail_hold: MailHoldTable;
  }
}

/** E-mails that were promised and that no mail server has taken yet. One that was accepted has no row any more. */
export interface OutboxTable {
  id: string;
  kind: string;
  /** Whom it is for or about; it goes with the account. */
  person_id: string | null;
  /** Where it goes, where the person doesn't say so. */
  address: string | null;
  /** JSON: what it is written from. Never a token; those are made when it is sent. */
  payload: string;
  state: MailState;
  /** A random name of the process that sends it. */
  holder: string;
  /** When it is tried next; for one that is being sent, how long its holder has it. */
  due_at: number;
  /** When it is of no use any more. */
  ends_at: number;
  tries: number;
  /** What was wrong last, in the mail server's words; empty where nothing was. */
  reason: string;
  created_at: number;
  /** When it was given up. */
  ended_at: number | null;
}

/** One row from a restore until an owner says that readers get e-mails again. */
export interface MailHoldTable {
  id: string;
  since: number;
}
