import { type Selectable, sql } from 'kysely';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { countedMax, type Kind } from '../kinds.ts';
import type { NotificationsTable } from './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;
export type NotificationRow = Selectable<NotificationsTable>;

/** Notifications stored per person: the oldest are deleted. */
export const notificationsMax = 200;

const dayMs = 24 * 60 * 60_000;

export const notificationRetention: readonly RetentionRule[] = [
  { table: 'notifications', key: ['person_id', 'id'], column: 'at', keptMs: 90 * dayMs },
];

/** Characters of an id and the space before it. */
const idLength = 37;

export function idsOf({ text_ids }: Pick<NotificationRow, 'text_ids'>): readonly string[] {
  return text_ids.split(' ').filter((id) => id !== '');
}

const writtenIds = (ids: readonly string[]): string => ids.map((id) => ` ${id}`).join('');

/** Deletes the oldest notifications above the limit. */
async function trim({ db }: Write, personId: string): Promise<void> {
  const old = db
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(notificationsMax)
    .limit(notificationsMax);
  await db
    .deleteFrom('notifications')
    .where('person_id', '=', personId)
    .where('id', 'in', db.selectFrom(old.as('old')).select('old.id'))
    .execute();
}

export interface NewNotification {
  readonly personId: string;
  readonly kind: Kind;
  readonly about: string;
  /** The id of the comment or blog. */
  readonly textId: string;
  readonly now: number;
}

interface AddedIds {
  readonly id: string;
  readonly textIds: string;
  readonly likeText: string;
}

const addOrJoin = keptQuery((db, added: Omit<NewNotification, 'textId'> & AddedIds) =>
  db
    .insertInto('notifications')
    .values({
      id: added.id,
      person_id: added.personId,
      kind: added.kind,
      about: added.about,
      text_ids: added.textIds,
      at: added.now,
      read_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'kind', 'about'])
        .where('read_at', 'is', null)
        .doUpdateSet({
          text_ids: sql<string>`notifications.text_ids || excluded.text_ids`,
          at: added.now,
        })
        .where(sql`length(notifications.text_ids)`, '<=', countedMax * idLength)
        .where('notifications.text_ids', 'not like', added.likeText),
    )
    .returning('id'),
);

/**
 * Adds a text to a person's notifications. It joins an unread row about the same subject; a full row stays unchanged.
 * Resolves to whether it created a row.
 */
export async function insertNotification(
  write: Write,
  { personId, kind, about, textId, now }: NewNotification,
): Promise<boolean> {
  const id = rowId();
  const textIds = writtenIds([textId]);
  const likeText = `%${textId}%`;
  const [row] = await addOrJoin(write.db, { id, personId, kind, about, textIds, likeText, now });
  if (row?.id !== id) return false;
  await trim(write, personId);
  return true;
}

/** Stores, as read, a notification that was computed and had no row. */
export async function insertSeen(
  write: Write,
  seen: { personId: string; kind: Kind; textIds: readonly string[]; at: number; now: number },
): Promise<void> {
  const { personId: person_id, kind, textIds, at, now } = seen;
  const text_ids = writtenIds(textIds);
  await write.db
    .insertInto('notifications')
    .values({ id: rowId(), person_id, kind, about: '', text_ids, at, read_at: now })
    .execute();
  await trim(write, person_id);
}

export interface NotificationsRequest {
  readonly personId: string;
  readonly kinds: readonly Kind[];
  readonly isUnread?: boolean;
  readonly limit: number;
}

/** Newest first. */
export async function findNotifications(
  db: Db,
  { personId, kinds, isUnread = false, limit }: NotificationsRequest,
): Promise<readonly NotificationRow[]> {
  if (kinds.length === 0) return [];
  let query = db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', personId)
    .where('kind', 'in', kinds);
  if (isUnread) query = query.where('read_at', 'is', null);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Unread notifications of a kind with their latest event within a span of time, newest first. */
export function findUnsent(
  db: Db,
  span: { personId: string; kind: Kind; after: number; upTo: number; limit: number },
): Promise<readonly NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', span.personId)
    .where('kind', '=', span.kind)
    .where('read_at', 'is', null)
    .where('at', '>', span.after)
    .where('at', '<=', span.upTo)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(span.limit)
    .execute();
}

/** Marks one notification as read, or all where `id` is undefined. */
export async function markRead(
  { db }: Write,
  { personId, id, now }: { personId: string; id: string | undefined; now: number },
): Promise<void> {
  const unread = db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null);
  await (id === undefined ? unread : unread.where('id', '=', id)).execute();
}
