import { blogNotFound } from '../../../../blog/contract.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { rightsOver } from '../../../../blog/policy.ts';
import { authorIdOf } from '../../../../blog/server/assert-may-edit.ts';
import { findSaved, type SavedRow } from '../../../../blog/server/blog-rows.ts';
import { type HoldRow, presentWhyHeld } from '../../../../blog/server/held/moderation-holds.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { idempotencyKeyOf } from '../../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import {
  assertRoomOnce,
  makeOnce,
  type RepeatableRequest,
  runOnce,
} from '../../../../storage/make-once.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { dropDraft } from '../../drafts/server/draft-store.ts';
import { dropStates } from '../../history/server/draft-states.ts';
import { findSavedBy } from '../../history/server/edit-marks.ts';
import {
  addBlog,
  blogRights,
  type Publication,
  type SavedBlog,
  updateBlog,
} from '../contract/publishing.ts';
import { findOwnHeldBlog } from './held/held-blogs.ts';
import { layOutToPublish } from './lay-out-to-publish.ts';
import { publishBlog } from './publish-blog.ts';
import { applyVerdict, reviewText } from './publish-or-hold.ts';
import { saveBlog } from './save-blog.ts';

export function presentSaved(row: SavedRow, held?: HoldRow): SavedBlog {
  return {
    ...(held && { held: presentWhyHeld(held) }),
    _id: row.id,
    version: row.version,
    wordCount: row.word_count,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
  };
}

const publishRule: RateRule = { name: 'publish', limit: 9, perMs: 30_000 };
/** Higher than for new blogs: an author who revises a text saves often. */
const saveRule: RateRule = { name: 'save', limit: 30, perMs: 30_000 };

/** Ends a write that published or saved: deletes the draft and returns what was saved. */
async function finish(
  write: Write,
  { personId, id, draft }: { personId: string; id: string; draft: Publication['draft'] },
) {
  const address = draft && { personId, key: draft.key };
  if (address && (await dropDraft(write, address, draft.revision))) {
    await dropStates(write, address);
  }
  const row = await findSaved(write.db, id);
  if (row) return presentSaved(row);
  const own = await findOwnHeldBlog(write.db, id, personId);
  if (!own) throw blogNotFound();
  return presentSaved(own.blog, own.held);
}

/** Endpoints that publish and save blogs, and return a person's rights over one. */
export function publishingAnswers(parts: WritingParts): readonly Answer[] {
  const { storage, limiter, quotas, revisionsKept, now = Date.now } = parts;

  async function add({ draft, ...text }: Publication, request: RepeatableRequest) {
    const { personId } = request;
    const laidOut = await layOutToPublish(parts, text, personId);
    const limits = { quotas, revisionsKept };
    const about = { authorId: personId, draftKey: draft?.key, now: now() };
    const blog = { text, layout: laidOut, ...about, ...limits };
    const verdict = reviewText(parts.review, text, personId);
    return writeAs(storage, personId, async (write) => {
      const id = await makeOnce(write, request, async () => {
        await limiter.takeWithin(write, publishRule, personId);
        const published = await publishBlog(write, blog);
        await applyVerdict(write, { id: published, verdict, now: now() });
        await parts.onPublished?.(write, { blogId: published, now: now() });
        return published;
      });
      return finish(write, { personId, id, draft });
    });
  }

  async function save(
    id: string,
    { draft, ...text }: Publication,
    request: RepeatableRequest,
    ifMatch: string | undefined,
  ) {
    const { personId } = request;
    const laidOut = await layOutToPublish(parts, text, personId);
    const limits = { quotas, revisionsKept };
    const change = { id, text, layout: laidOut, personId, ifMatch, now: now(), ...limits };
    const verdict = reviewText(parts.review, text, personId);
    const work = async (write: Write) => {
      await runOnce(write, request, async () => {
        await limiter.takeWithin(write, saveRule, personId);
        await saveBlog(write, change);
        await applyVerdict(write, { id, verdict, now: now() });
        await parts.onSaved?.(write, { blogId: id, now: now() });
      });
      return finish(write, { personId, id, draft });
    };
    return writeAs(storage, personId, work, [`blog:${id}`]);
  }

  return [
    answer(addBlog, async ({ body }, { person, request, reply }) => {
      const { draft, ...content } = body;
      const key = idempotencyKeyOf(request);
      const once = { personId: person.id, purpose: 'addBlog', key, content, now: now() };
      await assertRoomOnce(parts, publishRule, once);
      const saved = await add(body, once);
      reply.header('etag', entityTagOf(saved));
      return saved;
    }),

    answer(updateBlog, async ({ params: { id }, body }, { person, request, reply }) => {
      const { draft, ...text } = body;
      const key = idempotencyKeyOf(request);
      const content = { id, ...text };
      const once = { personId: person.id, purpose: 'updateBlog', key, content, now: now() };
      await assertRoomOnce(parts, saveRule, once);
      const saved = await save(id, body, once, request.headers['if-match']);
      reply.header('etag', entityTagOf(saved));
      return saved;
    }),

    answer(blogRights, async ({ params: { id } }, { person }) => {
      const own = await findOwnHeldBlog(storage.reader, id, person.id);
      // A blog under a hold can be edited only.
      if (own) return { canEdit: true, canDelete: false, canComment: false };
      const rights = rightsOver(await authorIdOf(storage.reader, id), person.id);
      if (!rights.canEdit) return { ...rights };
      const saved = await findSaved(storage.reader, id);
      if (!saved) throw blogNotFound();
      const version = { blogId: id, version: saved.version };
      return { ...rights, ...(await findSavedBy(storage.reader, version)) };
    }),
  ];
}
