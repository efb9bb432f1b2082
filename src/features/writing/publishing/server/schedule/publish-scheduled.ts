import { blogTextSchema } from '../../../../../blog/blog-text.ts';
import type { Review } from '../../../../../blog/server/held/review.ts';
import { personTag } from '../../../../../identity/person.ts';
import type { AccountQuotas } from '../../../../../identity/quotas/account-quotas.ts';
import { isSuspended } from '../../../../../identity/suspension.ts';
import { writeAs } from '../../../../../identity/write-as.ts';
import { notSignedIn, Problem } from '../../../../../platform/contract/problems.ts';
import { tooIntricate } from '../../../../../platform/markdown/layout-bounds.ts';
import type { TextLayout } from '../../../../../platform/threads/text-layout.ts';
import { everything, type Storage } from '../../../../../storage/storage.ts';
import type { OnPublished } from '../../../common/server/writing-parts.ts';
import { publishBlog } from '../publish-blog.ts';
import { applyVerdict, reviewText } from '../publish-or-hold.ts';
import {
  type DueDraft,
  findDue,
  nextPublishAt,
  noteFailure,
  scheduleTag,
  takeDue,
} from './schedule-store.ts';

export interface PublisherParts {
  readonly storage: Storage;
  readonly layout: TextLayout;
  readonly quotas: AccountQuotas;
  /** Most revisions kept of a blog. */
  readonly revisionsKept: number;
  readonly review: Review;
  readonly onPublished?: OnPublished;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

const accountWasDeleted = 'It was not published at its time: your account was deleted then.';
const accountWasSuspended = 'It was not published at its time: your account was suspended then.';

/** Publishes a due draft. Resolves to the reason for a failure, in plain language. */
async function publish(parts: PublisherParts, due: DueDraft): Promise<string | undefined> {
  const { storage, layout, quotas, revisionsKept, now = Date.now } = parts;
  const { person_id: authorId } = due;
  if (due.ends_at !== null) return accountWasDeleted;
  if (isSuspended(due, now())) return accountWasSuspended;
  const text = blogTextSchema.safeParse(due.text);
  if (!text.success) return `It was not published at its time: ${text.error.issues[0]?.message}`;
  const laidOut = await layout.layOut(text.data.longDescription, authorId);
  if (!laidOut) return `It was not published at its time. ${tooIntricate}`;
  try {
    const verdict = reviewText(parts.review, text.data, authorId);
    await writeAs(storage, authorId, async (write) => {
      const time = now();
      // The write that publishes deletes the draft: of several processes only one finds it.
      if (!(await takeDue(write, due, time))) return;
      const about = { authorId, draftKey: due.key, now: time };
      const limits = { quotas, revisionsKept };
      const blog = { text: text.data, layout: laidOut, ...about, ...limits };
      const id = await publishBlog(write, blog);
      await applyVerdict(write, { id, verdict, now: time });
      await parts.onPublished?.(write, { blogId: id, now: time });
    });
  } catch (error) {
    if (notSignedIn.is(error)) return accountWasDeleted;
    // A permanent refusal, reported to the author: retrying soon doesn't help.
    if (error instanceof Problem && error.status < 500) {
      return `It was not published at its time. ${error.message}`;
    }
    throw error;
  }
  return undefined;
}

/** Publishes a due draft, or records why it failed. */
async function publishOrNoteFailure(parts: PublisherParts, due: DueDraft): Promise<void> {
  const { storage, now = Date.now } = parts;
  const reason = await publish(parts, due);
  if (reason === undefined) return;
  const tag = personTag(due.person_id);
  await storage.write(
    async (write) => {
      await noteFailure(write, due, now(), reason);
      write.touch(tag);
    },
    { lockKeys: [tag] },
  );
}

/**
 * Publishes due drafts one by one; a refused one stays, with the reason. An unexpected error is retried at the next run
 * and doesn't block other drafts.
 */
export async function publishDue(parts: PublisherParts): Promise<void> {
  const { storage, onError, now = Date.now } = parts;
  let failed: DueDraft | undefined;
  for (;;) {
    const due = await findDue(storage.writer, now(), failed);
    if (!due) return;
    try {
      await publishOrNoteFailure(parts, due);
    } catch (error) {
      onError(error);
      failed = due;
    }
  }
}

/** Longest interval between checks in milliseconds: the process that knew of a schedule may have died. */
const longestWaitMs = 30_000;

export interface PublisherOptions extends PublisherParts {
  /** Schedules work after a delay; returns the function that cancels it. */
  readonly later?: (milliseconds: number, work: () => void) => () => void;
}

function laterByTimer(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
}

/**
 * Publishes drafts at their scheduled times, and overdue ones at once. Every process runs it; the first one wins.
 * Returns the function that stops it.
 */
export function startPublisher(options: PublisherOptions): () => Promise<void> {
  const { storage, onError, now = Date.now, later = laterByTimer } = options;
  let running: Promise<void> = Promise.resolve();
  let cancelTimer = () => {};
  let isStopped = false;

  async function turn(): Promise<void> {
    if (isStopped) return;
    cancelTimer();
    let waitMs = longestWaitMs;
    // Before the search for due drafts: one that becomes due meanwhile has its turn at once.
    const began = now();
    try {
      await publishDue(options);
      const next = await nextPublishAt(storage.writer, began);
      if (next !== undefined) waitMs = Math.min(Math.max(next - now(), 0), longestWaitMs);
    } catch (error) {
      if (!isStopped) onError(error);
    }
    if (!isStopped) cancelTimer = later(waitMs, begin);
  }
  function begin(): void {
    running = running.then(turn);
  }

  const ignoreChanges = storage.onChange((tags) => {
    if (tags.includes(scheduleTag) || tags.includes(everything)) begin();
  });
  begin();
  return async () => {
    isStopped = true;
    ignoreChanges();
    cancelTimer();
    await running;
  };
}
