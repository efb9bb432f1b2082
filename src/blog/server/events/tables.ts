import type { EventKind } from '../../events.ts';

declare module '../../../storage/schema.ts' {
  interface Schema {
    webhooks: WebhooksTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

/** Subscriptions of receivers to events, made by owners. */
export interface WebhooksTable {
  id: string;
  url: string;
  /** The key of the deliveries' signatures, shared with the receiver. */
  secret: string;
  /** JSON: the kinds of events that are sent. */
  events: string;
  /** `off` by an owner; `paused` by the site after days of failed deliveries. */
  state: 'on' | 'off' | 'paused';
  /** Start of the current series of failures; null after a successful delivery. */
  failing_since: number | null;
  created_at: number;
}

/** One event for one webhook. It stores ids only: the text is read when the event is sent. */
export interface WebhookDeliveriesTable {
  /** Time-ordered; sent to the receiver as the delivery's id. */
  id: string;
  webhook_id: string;
  event: EventKind;
  blog_id: string | null;
  comment_id: string | null;
  /** `dropped`: there was nothing left to send when its turn came. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped';
  /** Random name of the process that holds the lease. */
  holder: string;
  /** Time of the next attempt; while it is being sent, the end of the lease. */
  due_at: number;
  /** When retries end. */
  ends_at: number;
  tries: number;
  /** Status of the last reply; null where there was none. */
  status: number | null;
  /** Beginning of the last reply, or the error that prevented one. */
  reply: string;
  created_at: number;
}
