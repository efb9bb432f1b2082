import { blogTags } from '../../../blog/contract.ts';
import { offsetHeader, totalHeader } from '../../../blog/list-extent.ts';
import {
  cutPage,
  decodeCursor,
  encodeCursor,
  type Position,
} from '../../../blog/server/blogs-page.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { safeReturnPath } from '../../../identity/session/return-path.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { paths } from '../../../paths.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { notSignedIn } from '../../../platform/contract/problems.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import {
  type Notification,
  notificationForm,
  notifications,
  pageSize,
  readAllNotifications,
  readNotification,
  unreadNotifications,
} from '../contract.ts';
import { bellMax, kinds } from '../kinds.ts';
import { type ChoiceRow, findChoices } from './choice-store.ts';
import { describeRows } from './describe-notifications.ts';
import { describeNewBlogs, type FindNewBlogs, markNewBlogsSeen, momentIn } from './new-blogs.ts';
import {
  findNotifications,
  markRead,
  type NotificationRow,
  notificationsMax,
} from './notification-store.ts';

export interface NotificationParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly findNewOfFollowed: FindNewBlogs;
  /** The tags of replies that say whether followed authors have new blogs. */
  readonly newsTagsOf: (db: Reader, personId: string) => Promise<readonly string[]>;
  readonly now?: () => number;
}

/** Unread rows that the bell reads: some may be about texts that aren't visible any more. */
const lookedThrough = 30;

const readRule: RateRule = { name: 'read-notification', limit: 60, perMs: 30_000 };

const kindsHere = (choices: Readonly<Record<string, ChoiceRow>>) =>
  kinds.filter((kind) => choices[kind]?.isHere);

/** The tags of the comments in these rows, and of their blogs. */
function tagsOf(rows: readonly NotificationRow[]): readonly string[] {
  return rows.flatMap(({ kind, about }) =>
    kind === 'decision' ? [] : [blogTags.comments(about), blogTags.one(about)],
  );
}

const positionIn = ({ at, _id }: Notification): Position => ({
  createdAt: Date.parse(at),
  id: _id,
});

/** The member's notifications. */
export function notificationAnswers(parts: NotificationParts): readonly Answer[] {
  const { storage, limiter, findNewOfFollowed, newsTagsOf, now = Date.now } = parts;

  /** Marks all as read where `id` is undefined. */
  function read(personId: string, id?: string): Promise<void> {
    const moment = id === undefined ? undefined : momentIn(id);
    return writeAs(storage, personId, async (write) => {
      await limiter.takeWithin(write, readRule, personId);
      const time = now();
      if (id === undefined || moment !== undefined) {
        await markNewBlogsSeen(write, findNewOfFollowed, { personId, upTo: moment, now: time });
      }
      if (moment === undefined) await markRead(write, { personId, id, now: time });
    });
  }

  return [
    answer(notifications, async ({ query: { cursor } }, { person, reply }) => {
      const db = storage.reader;
      const personId = person.id;
      const from = cursor ? decodeCursor(cursor) : undefined;
      const choices = await findChoices(db, personId);
      const request = { personId, choice: choices.blog };
      const unseen = await describeNewBlogs(db, findNewOfFollowed, request);
      const rows = await findNotifications(db, {
        personId,
        kinds: kindsHere(choices),
        limit: notificationsMax,
      });
      // All of them: of some all texts may be gone, which only looking at these tells.
      const stored = await describeRows(db, rows, personId);
      const { page, offset, next } = cutPage(stored, positionIn, { from, limit: pageSize });
      if (next) {
        const address = addressOf(notifications.path, {}, { cursor: encodeCursor(next) });
        reply.header('link', `<${address}>; rel="next"`);
      }
      const more = unseen ? 1 : 0;
      reply.header(totalHeader, String(stored.length + more));
      reply.header(offsetHeader, String(from ? offset + more : 0));
      return unseen && !from ? [unseen.notification, ...page] : [...page];
    }),

    answer(unreadNotifications, async (_input, { person, reply }) => {
      const db = storage.reader;
      const personId = person.id;
      const choices = await findChoices(db, personId);
      const rows = await findNotifications(db, {
        personId,
        kinds: kindsHere(choices),
        isUnread: true,
        limit: lookedThrough,
      });
      const unread = await describeRows(db, rows, personId);
      const request = { personId, choice: choices.blog };
      const unseen = await describeNewBlogs(db, findNewOfFollowed, request);
      // Writes by others change the count without touching the member's own tag.
      reply.madeFrom?.([...tagsOf(rows), ...(unseen?.tags ?? [])]);
      if (choices.blog.isHere) reply.madeFrom?.(await newsTagsOf(db, personId));
      return { count: Math.min(unread.length + (unseen ? 1 : 0), bellMax + 1) };
    }),

    answer(readNotification, ({ params: { id } }, { person }) => read(person.id, id)),

    answer(readAllNotifications, (_input, { person }) => read(person.id)),

    {
      ...answer(notificationForm, async ({ query, body: { id } }, { person, reply }) => {
        await read(person.id, id === '' ? undefined : id);
        reply.header('location', safeReturnPath(query.from));
      }),
      leadAfter: (refusal) =>
        notSignedIn.is(refusal) ? paths.signIn.to({ from: paths.notifications.to() }) : undefined,
    },
  ];
}
