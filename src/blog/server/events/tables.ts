import type { EventKind } from '../../events.ts';

declare module '../../../storage/schema.ts' {
  interface Schema {
    webhooks: WebhooksTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

/** Where the owners have events sent. */
export interface WebhooksTable {
  id: string;
  url: string;
  /** What each delivery is signed with; the receiver has it too. */
  secret: string;
  /** JSON: the kinds of events that are sent there. */
  events: string;
  /** `off` by an owner, `paused` by the site, since nothing arrived for days. */
  state: 'on' | 'off' | 'paused';
  /** Since when nothing arrives; null where the last delivery did. */
  failing_since: number | null;
  created_at: number;
}

/** One event for one webhook. It names texts and holds nothing of them: what is sent is read when it is sent. */
export interface WebhookDeliveriesTable {
  /** Time-ordered; the receiver gets it as the delivery's name. */
  id: string;
  webhook_id: string;
  event: EventKind;
  blog_id: string | null;
  comment_id: string | null;
  /** `dropped`: by the time that it was sent there was nothing to tell. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped';
  /** A random name of the process that sends it. */
  holder: string;
  /** When it is tried next; for one that is being sent, how long its holder has it. */
  due_at: number;
  /** When it is given up. */
  ends_at: number;
  tries: number;
  /** Of the last reply; null where there was none. */
  status: number | null;
  /** How the last reply began, or why there was none. */
  reply: string;
  created_at: number;
}
