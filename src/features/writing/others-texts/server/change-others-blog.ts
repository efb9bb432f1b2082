import { type BlogText, blogTextSchema } from '../../../../blog/blog-text.ts';
import { blogNotFound } from '../../../../blog/contract.ts';
import { backToDraft } from '../../../../blog/life.ts';
import { findSaved } from '../../../../blog/server/blog-rows.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { recordAudit } from '../../../../identity/audit-log.ts';
import { writeAsStaff } from '../../../../identity/owners.ts';
import { type Person, personTag } from '../../../../identity/person.ts';
import { invalidInput } from '../../../../platform/contract/problems.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { makeDraft, publishAsItWas } from '../../drafts/server/back-to-draft.ts';
import { dropDraft } from '../../drafts/server/draft-store.ts';
import { dropStates } from '../../history/server/draft-states.ts';
import { lastEditedAt, noteEdited, noteTakenBack } from '../../history/server/edit-marks.ts';
import type { Publication, SavedBlog } from '../../publishing/contract/publishing.ts';
import { refusalOfTime } from '../../publishing/contract/schedule-time.ts';
import { layOutToPublish } from '../../publishing/server/lay-out-to-publish.ts';
import { presentSaved } from '../../publishing/server/publishing-answers.ts';
import { saveText } from '../../publishing/server/save-blog.ts';
import { setPublishAt } from '../../publishing/server/schedule/schedule-store.ts';
import { authorWritesOn, textWithoutAuthor } from '../contract.ts';
import {
  findDraftOf,
  findOthersBlog,
  findPublishedOfOthers,
  findTakenBack,
  type OthersBlogRow,
} from './find-others-blog.ts';

/** Milliseconds between two notifications to an author about one editor's saves of one text. */
const noticeAgainMs = 4 * 60 * 60_000;

/** Notifies an author of a change to their text, within the write. */
export type OnEdited = (
  write: Write,
  news: {
    readonly kind: 'blog';
    readonly id: string;
    readonly action: string;
    readonly authorId: string | null;
    readonly byId: string;
    readonly now: number;
  },
) => Promise<void>;

/** Makes the author an owner of the editor's pictures in a text. */
export type SharePictures = (
  write: Write,
  of: { readonly from: string; readonly to: string; readonly blogIds: readonly string[] },
) => Promise<void>;

export interface OthersParts extends WritingParts {
  readonly onEdited?: OnEdited;
  readonly sharePictures?: SharePictures;
}

interface OthersChange {
  readonly id: string;
  readonly by: Person;
}

/** Runs an editor's change under the locks of both people, with the blog and the roles read in the same write. */
async function change<T>(
  { storage, limiter }: OthersParts,
  { id, by }: OthersChange,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  // Read ahead to know the lock; the write reports a refusal, after it has checked the caller's role.
  const ahead = await findOthersBlog(storage.writer, id, by).catch(() => undefined);
  const authorId = ahead?.author_id ?? null;
  const lockKeys = authorId === null || authorId === by.id ? [] : [personTag(authorId)];
  return writeAsStaff(
    { storage, limiter },
    { person: by, access: 'editor' },
    async (write) => {
      if (ahead) {
        const row = await findOthersBlog(write.db, id, by);
        // The blog has another author by now, whose lock isn't held.
        if (row.author_id !== authorId) throw blogNotFound();
      }
      if (authorId !== null) write.touch(personTag(authorId));
      return work(write);
    },
    [`blog:${id}`, ...lockKeys],
  );
}

interface Done {
  readonly row: OthersBlogRow;
  readonly action: string;
  readonly now: number;
}

function record(write: Write, by: Person, { row, action, now }: Done): Promise<void> {
  const subject = { kind: 'blog', id: row.id, label: row.title };
  return recordAudit(write, { by, action, subject, about: row.author_id, at: now });
}

async function notifyAuthor(
  { onEdited }: OthersParts,
  write: Write,
  by: Person,
  { row, action, now }: Done,
): Promise<void> {
  const { id, author_id: authorId } = row;
  await onEdited?.(write, { kind: 'blog', id, action, authorId, byId: by.id, now });
}

interface Save {
  readonly text: BlogText;
  readonly draft: Publication['draft'];
  readonly ifMatch: string | undefined;
}

/** Saves a published blog. Throws what `findOthersBlog`, `saveText` and `layOutToPublish` throw. */
export async function saveOthers(
  parts: OthersParts,
  given: OthersChange,
  { text, draft, ifMatch }: Save,
): Promise<SavedBlog> {
  const { quotas, revisionsKept, now: clock = Date.now } = parts;
  const { id, by } = given;
  const layout = await layOutToPublish(parts, text, by.id);
  return change(parts, given, async (write) => {
    const now = clock();
    const row = await findPublishedOfOthers(write.db, id, by);
    const { author_id: authorId } = row;
    const save = { id, text, layout, personId: by.id, ifMatch, quotas, revisionsKept, now };
    const version = await saveText(write, save, authorId);
    if (version !== undefined) {
      const action = 'blog-edited';
      const before = await lastEditedAt(write.db, { blogId: id, editorId: by.id });
      await noteEdited(write, { blogId: id, version, editorId: by.id, now });
      await record(write, by, { row, action, now });
      if (before === undefined || before <= now - noticeAgainMs) {
        await notifyAuthor(parts, write, by, { row, action, now });
      }
      if (authorId !== null && authorId !== by.id) {
        await parts.sharePictures?.(write, { from: by.id, to: authorId, blogIds: [id] });
      }
      await parts.onSaved?.(write, { blogId: id, now });
    }
    const address = draft && { personId: by.id, key: draft.key };
    if (address && (await dropDraft(write, address, draft.revision))) {
      await dropStates(write, address);
    }
    const saved = await findSaved(write.db, id);
    if (!saved) throw blogNotFound();
    return presentSaved(saved);
  });
}

/** Turns a published blog into its author's draft. */
export function takeBack(parts: OthersParts, given: OthersChange): Promise<void> {
  const { now: clock = Date.now } = parts;
  const { id, by } = given;
  return change(parts, given, async (write) => {
    const now = clock();
    const row = await findPublishedOfOthers(write.db, id, by);
    const { author_id: authorId, version } = row;
    if (authorId === null) throw textWithoutAuthor();
    await makeDraft(write, { personId: authorId, key: id }, now);
    if (!(await changeBlog(write, id, backToDraft))) throw blogNotFound();
    await noteTakenBack(write, { blogId: id, version, editorId: by.id, now });
    const done = { row, action: 'blog-taken-back', now };
    await record(write, by, done);
    await notifyAuthor(parts, write, by, done);
  });
}

/**
 * Publishes a blog that an editor unpublished, in its former text; later edits by its author stay as unpublished
 * changes.
 */
export function putBack(parts: OthersParts, given: OthersChange): Promise<void> {
  const { now: clock = Date.now } = parts;
  const { id, by } = given;
  return change(parts, given, async (write) => {
    const now = clock();
    const { row, address } = await findTakenBack(write.db, id, by);
    await publishAsItWas(write, address);
    await record(write, by, { row, action: 'blog-put-back', now });
    await notifyAuthor(parts, write, by, { row, action: 'blog-restored', now });
  });
}

/** Schedules the publication of a blog that an editor unpublished. Throws `invalid-input`, `author-writes-on`. */
export async function schedule(
  parts: OthersParts,
  given: OthersChange,
  publishAt: number,
): Promise<void> {
  const { now: clock = Date.now } = parts;
  const { id, by } = given;
  const message = refusalOfTime(publishAt, clock());
  if (message) throw invalidInput({ message, issues: [{ path: 'publishAt', message }] });
  await change(parts, given, async (write) => {
    const now = clock();
    const found = await findTakenBack(write.db, id, by);
    const draft = await findDraftOf(write.db, found);
    if (!draft || draft.isChanged) throw authorWritesOn();
    // Reports foreseeable failures now instead of at the scheduled time.
    const text = blogTextSchema.safeParse(draft.text);
    if (!text.success) {
      const issues = text.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: issue.message,
      }));
      throw invalidInput({ issues });
    }
    await setPublishAt(write, found.address, publishAt, draft.revision);
    const done = { row: found.row, action: 'blog-scheduled', now };
    await record(write, by, done);
    await notifyAuthor(parts, write, by, done);
  });
}

/** Cancels the schedule. */
export function cancelSchedule(parts: OthersParts, given: OthersChange): Promise<void> {
  const { now: clock = Date.now } = parts;
  const { id, by } = given;
  return change(parts, given, async (write) => {
    const { row, address } = await findTakenBack(write.db, id, by);
    if (!(await setPublishAt(write, address, null))) throw blogNotFound();
    await record(write, by, { row, action: 'blog-unscheduled', now: clock() });
  });
}
