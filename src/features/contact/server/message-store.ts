import { sql } from 'kysely';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { normalEmail } from '../../../identity/person.ts';
import { keptMsOf, usualMessagesKept } from '../../../platform/site/own-settings.ts';
import type { Swept } from '../../../storage/background/sweep.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { inboxFull } from '../contract/contact.ts';
import { messageNotFound } from '../contract/manage.ts';
import type { ContactSettings } from './contact-settings.ts';
import { messageMail } from './forward-messages.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Stored messages, at most; a new one replaces the oldest that was deleted or read. */
export const messagesMax = 2_000;
/** How long a deleted message can be restored, in milliseconds. */
const undoMs = 7 * 24 * 60 * 60_000;

export const messageRetention: readonly Swept[] = [
  { table: 'contact_messages', key: ['id'], column: 'ends_at', keptMs: 0 },
  {
    table: 'contact_messages',
    key: ['id'],
    column: 'created_at',
    keptMs: ({ messagesKept = usualMessagesKept }) => keptMsOf(messagesKept),
  },
];

export interface NewMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** Makes room for one more message: removes a deleted message first, then a read one. Throws `inbox-full`. */
async function makeRoom({ db }: Write): Promise<void> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < messagesMax) return;
  const oldest = await db
    .selectFrom('contact_messages')
    .select('id')
    .where((eb) => eb.or([eb('ends_at', 'is not', null), eb('read_at', 'is not', null)]))
    .orderBy(sql`case when ends_at is null then 1 else 0 end`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) throw inboxFull();
  await db.deleteFrom('contact_messages').where('id', '=', oldest.id).execute();
}

/** Saves a message under the lock `contact`; queues it for forwarding where the owner has set an address. */
export async function insertMessage(
  write: Write,
  message: NewMessage,
  { forwardTo }: ContactSettings,
  { now, queueMail }: { readonly now: number; readonly queueMail: QueueMail | undefined },
): Promise<void> {
  await makeRoom(write);
  const id = rowId();
  const mail = { payload: { messageId: id } };
  const isForwarded = forwardTo !== null && (await queueMail?.(write, messageMail, mail));
  await write.db
    .insertInto('contact_messages')
    .values({
      id,
      ...message,
      email: normalEmail(message.email),
      created_at: now,
      forward_state: isForwarded ? 'waiting' : 'none',
    })
    .execute();
}

export interface MessagesRequest {
  readonly list: '' | 'unread';
  readonly search: string;
  /** The id of the last message on the previous page; empty for the first page. */
  readonly before: string;
  readonly limit: number;
}

/** Messages that weren't deleted, the latest first. */
export function findMessages(db: Db, { list, search, before, limit }: MessagesRequest) {
  let query = db
    .selectFrom('contact_messages')
    .selectAll()
    .where('ends_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit);
  if (list === 'unread') query = query.where('read_at', 'is', null);
  if (before) query = query.where('id', '<', before);
  if (search) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`lower(name || ' ' || email || ' ' || message) like ${pattern} escape '\\'`,
    );
  }
  return query.execute();
}

export async function countUnreadMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ends_at', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes a message that isn't deleted, or, with `deleted`, one that is. Throws `message-not-found`. */
async function change(
  { db }: Write,
  id: string,
  values: { read_at?: number | null; ends_at?: number | null },
  which: 'standing' | 'deleted' = 'standing',
): Promise<void> {
  const row = await db
    .updateTable('contact_messages')
    .set(values)
    .where('id', '=', id)
    .where('ends_at', which === 'standing' ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw messageNotFound();
}

export function markRead(write: Write, id: string, readAt: number | null): Promise<void> {
  return change(write, id, { read_at: readAt });
}

export function removeMessage(write: Write, id: string, now: number): Promise<void> {
  return change(write, id, { ends_at: now + undoMs });
}

export function bringBackMessage(write: Write, id: string): Promise<void> {
  return change(write, id, { ends_at: null }, 'deleted');
}
