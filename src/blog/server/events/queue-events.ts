import { rowId } from '../../../storage/row-id.ts';
import type { Write } from '../../../storage/storage.ts';
import type { EventKind, TextEvent } from '../../events.ts';
import type {} from './tables.ts';

/** A commit that touches it has put a delivery into the queue. */
export const webhooksTag = 'webhooks';
/** Deliveries that may wait for one webhook: a receiver that is down for days fills no disk. */
const waitingMax = 1_000;
/** How long a delivery is tried. */
const usefulMs = 48 * 60 * 60_000;

/** The text that an event is about. */
export interface EventText {
  readonly blogId: string;
  readonly commentId?: string;
}

/** What a write has found and caused so far, so that what it undoes itself is told to nobody. */
interface Told {
  readonly wasVisible: boolean;
  deliveryIds: readonly string[];
}
/** A write, and what it knows: of one that hides a thousand texts the webhooks are asked for once. */
interface Telling {
  readonly texts: Map<string, Told>;
  webhooks?: readonly { readonly id: string; readonly events: string }[];
}
const tellings = new WeakMap<Write, Telling>();

function tellingOf(write: Write): Telling {
  const telling = tellings.get(write) ?? { texts: new Map() };
  tellings.set(write, telling);
  return telling;
}

function toldOf(write: Write, { blogId, commentId }: EventText, wasVisible: boolean): Told {
  const { texts } = tellingOf(write);
  const name = commentId ?? blogId;
  const one = texts.get(name) ?? { wasVisible, deliveryIds: [] };
  texts.set(name, one);
  return one;
}

/** Queues an event for a webhook, unless too much waits for it; resolves to the delivery's id. */
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

async function queueForAll(write: Write, event: TextEvent, text: EventText): Promise<string[]> {
  const telling = tellingOf(write);
  telling.webhooks ??= await write.db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('state', '=', 'on')
    .execute();
  const wanting = telling.webhooks.filter(({ events }) =>
    (JSON.parse(events) as readonly string[]).includes(event),
  );
  if (wanting.length === 0) return [];
  // A comment on a blog that nobody sees is seen by nobody either.
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
 * Queues, in the write that causes it, that a text became visible to everybody or no longer is. A write that does and undoes
 * it, such as one that publishes a blog and has it wait for review, tells nobody.
 */
export async function noteVisibility(
  write: Write,
  text: EventText,
  { was, is }: { readonly was: boolean; readonly is: boolean },
): Promise<void> {
  if (was === is) return;
  const one = toldOf(write, text, was);
  await unqueue(write, one.deliveryIds);
  one.deliveryIds = [];
  if (one.wasVisible === is) return;
  const isComment = text.commentId !== undefined;
  const [appeared, gone] = isComment
    ? (['comment.created', 'comment.removed'] as const)
    : (['blog.published', 'blog.removed'] as const);
  one.deliveryIds = await queueForAll(write, is ? appeared : gone, text);
}

/** Has no webhook hear of what a write does from here on: of what is imported nobody is told. */
export function tellNobody(write: Write): void {
  tellingOf(write).webhooks = [];
}

/** Queues, in the write that causes it, that a visible blog has another text. */
export async function noteUpdate(write: Write, blogId: string): Promise<void> {
  const one = toldOf(write, { blogId }, true);
  // It is published in the same write: that says it.
  if (one.deliveryIds.length > 0 || !one.wasVisible) return;
  one.deliveryIds = await queueForAll(write, 'blog.updated', { blogId });
}
