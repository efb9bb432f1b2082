import { blogTags } from '../../../blog/contract.ts';
import { paths } from '../../../paths.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import type { Notification } from '../contract.ts';
import { countedMax } from '../kinds.ts';
import { type ChoiceRow, findChoices, noteSeen } from './choice-store.ts';
import { presentGroup } from './describe-notifications.ts';
import { insertSeen } from './notification-store.ts';

export interface NewBlog {
  readonly blogId: string;
  readonly title: string;
  readonly authorName: string;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
}

/** The visible blogs of followed authors that appeared within a span of time, newest first. */
export type FindNewBlogs = (
  db: Reader,
  span: {
    readonly personId: string;
    readonly after: number;
    readonly upTo: number;
    readonly limit: number;
  },
) => Promise<readonly NewBlog[]>;

/**
 * The id of a notification about new blogs up to a time. It is computed on read and has no row, so that a publication
 * doesn't write one row per follower.
 */
const newId = (at: number) => `new-${at}`;

/** The time in such an id; undefined for other ids. */
export function momentIn(id: string): number | undefined {
  const [, at] = /^new-(\d{1,15})$/.exec(id) ?? [];
  return at === undefined ? undefined : Number(at);
}

interface NewBlogsRequest {
  readonly personId: string;
  readonly choice: Pick<ChoiceRow, 'isHere' | 'seenAt'>;
  readonly upTo?: number;
}

const endOfTime = Number.MAX_SAFE_INTEGER;

function findUnseen(
  db: Reader,
  findNew: FindNewBlogs,
  { personId, choice, upTo = endOfTime }: NewBlogsRequest,
) {
  if (!choice.isHere) return [];
  return findNew(db, { personId, after: choice.seenAt, upTo, limit: countedMax + 1 });
}

interface DescribedNewBlogs {
  readonly notification: Notification;
  /** The tags of the counted blogs. */
  readonly tags: readonly string[];
}

/** New blogs of followed authors since the person's last look, as one notification; undefined where there are none. */
export async function describeNewBlogs(
  db: Reader,
  findNew: FindNewBlogs,
  request: NewBlogsRequest,
): Promise<DescribedNewBlogs | undefined> {
  const blogs = await findUnseen(db, findNew, request);
  const [newest] = blogs;
  if (!newest) return undefined;
  const texts = blogs.toReversed().map(({ blogId, title, authorName }) => {
    return { id: blogId, title, name: authorName, to: paths.blog.to(blogId) };
  });
  const at = newest.shownAt;
  const group = {
    id: newId(at),
    kind: 'blog',
    decision: undefined,
    texts,
    at,
    isRead: false,
  } as const;
  const notification = presentGroup(group);
  return notification && { notification, tags: blogs.map(({ blogId }) => blogTags.one(blogId)) };
}

/** Records that the person has seen new blogs up to a time, and stores them as a read notification. */
export async function markNewBlogsSeen(
  write: Write,
  findNew: FindNewBlogs,
  { personId, upTo, now }: { personId: string; upTo?: number | undefined; now: number },
): Promise<void> {
  const choice = (await findChoices(write.db, personId)).blog;
  const request = { personId, choice, ...(upTo !== undefined && { upTo }) };
  const blogs = await findUnseen(write.db, findNew, request);
  const [newest] = blogs;
  if (!newest) return;
  const textIds = blogs.toReversed().map(({ blogId }) => blogId);
  await insertSeen(write, { personId, kind: 'blog', textIds, at: newest.shownAt, now });
  await noteSeen(write, personId, newest.shownAt);
}
