import { keptQuery } from '../../../storage/kept-query.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Write } from '../../../storage/storage.ts';
import type { EventKind, TextEvent } from '../../events.ts';
import type {} from './tables.ts';

/** Change tag of the delivery queue: a commit with it has queued a delivery. */
export const webhooksTag = 'webhooks';
/** Most queued deliveries of one webhook: a receiver that is down for days doesn't fill the disk. */
const waitingMax = 1_000;
/** How long a delivery is retried. */
const usefulMs = 48 * 60 * 60_000;

/** The text that an event is about. */
export interface EventText {
  readonly blogId: string;
  readonly commentId?: string;
}

/** State of one text within a write: events that cancel each other out are not delivered. */
interface TextEvents {
  readonly wasVisible: boolean;
  deliveryIds: readonly string[];
}
/** Per-write state. The webhooks are queried once, even by a write that hides a thousand texts. */
interface WriteEvents {
  readonly texts: Map<string, TextEvents>;
  webhooks?: readonly { readonly id: string; readonly events: string }[];
}
const eventsByWrite = new WeakMap<Write, WriteEvents>();

function eventsOfWrite(write: Write): WriteEvents {
  const ofWrite = eventsByWrite.get(write) ?? { texts: new Map() };
  eventsByWrite.set(write, ofWrite);
  return ofWrite;
}

function eventsOfText(
  write: Write,
  { blogId, commentId }: EventText,
  wasVisible: boolean,
): TextEvents {
  const { texts } = eventsOfWrite(write);
  const name = commentId ?? blogId;
  const one = texts.get(name) ?? { wasVisible, deliveryIds: [] };
  texts.set(name, one);
  return one;
}

/** Queues an event for a webhook, unless its queue is full; resolves to the delivery's id. */
export async function queueDelivery(
  { db, touch }: Write,
  webhookId: string,
  event: EventKind,
  text: Partial<EventText> = {},
): Promise<string | undefined> {
  const last = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .offset(waitingMax - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) return undefined;
  const id = rowId();
  const now = Date.now();
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      event,
      blog_id: text.blogId ?? null,
      comment_id: text.commentId ?? null,
      state: 'waiting',
      holder: '',
      due_at: now,
      ends_at: now + usefulMs,
      tries: 0,
      status: null,
      reply: '',
      created_at: now,
    })
    .execute();
  touch(webhooksTag);
  return id;
}

async function isPublished({ db }: Write, blogId: string): Promise<boolean> {
  const blog = await db
    .selectFrom('published_blogs')
    .select('id')
    .where('id', '=', blogId)
    .executeTakeFirst();
  return blog !== undefined;
}

const webhooksThatAreOn = keptQuery((db) =>
  db.selectFrom('webhooks').select(['id', 'events']).where('state', '=', 'on'),
);

async function queueForAll(write: Write, event: TextEvent, text: EventText): Promise<string[]> {
  const ofWrite = eventsOfWrite(write);
  ofWrite.webhooks ??= await webhooksThatAreOn(write.db, {});
  const wanting = ofWrite.webhooks.filter(({ events }) =>
    (JSON.parse(events) as readonly string[]).includes(event),
  );
  if (wanting.length === 0) return [];
  // A comment on an invisible blog is invisible too.
  if (text.commentId !== undefined && !(await isPublished(write, text.blogId))) return [];
  const ids: string[] = [];
  for (const { id } of wanting) {
    const delivery = await queueDelivery(write, id, event, text);
    if (delivery !== undefined) ids.push(delivery);
  }
  return ids;
}

async function unqueue({ db }: Write, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
}

/**
 * Queues the event of a visibility change, in the same transaction. A write that makes and reverts a change, such as
 * publishing a blog that then waits for review, queues nothing.
 */
export async function noteVisibility(
  write: Write,
  text: EventText,
  { was, is }: { readonly was: boolean; readonly is: boolean },
): Promise<void> {
  if (was === is) return;
  const one = eventsOfText(write, text, was);
  await unqueue(write, one.deliveryIds);
  one.deliveryIds = [];
  if (one.wasVisible === is) return;
  const isComment = text.commentId !== undefined;
  const [appeared, gone] = isComment
    ? (['comment.created', 'comment.removed'] as const)
    : (['blog.published', 'blog.removed'] as const);
  one.deliveryIds = await queueForAll(write, is ? appeared : gone, text);
}

/** Suppresses webhook events for the rest of a write: imports are not announced. */
export function suppressEvents(write: Write): void {
  eventsOfWrite(write).webhooks = [];
}

/** Queues the event of a visible blog's changed text, in the same transaction. */
export async function noteUpdate(write: Write, blogId: string): Promise<void> {
  const one = eventsOfText(write, { blogId }, true);
  // The same write publishes the blog: that event suffices.
  if (one.deliveryIds.length > 0 || !one.wasVisible) return;
  one.deliveryIds = await queueForAll(write, 'blog.updated', { blogId });
}
