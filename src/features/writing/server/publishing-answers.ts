import { blogNotFound } from '../../../blog/contract.ts';
import { entityTagOf } from '../../../blog/entity-tag.ts';
import { findSaved } from '../../../blog/server/blog-rows.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts';
import type { RateRule } from '../../../platform/http/rate-limit.ts';
import { countWords } from '../../../platform/markdown/plain-text.ts';
import { makeOnce } from '../../../storage/make-once.ts';
import type { Write } from '../../../storage/storage.ts';
import { addBlog, deleteBlog, type Publication, updateBlog } from '../contract.ts';
import { dropDraft } from './draft-store.ts';
import { presentSaved } from './present-writing.ts';
import { publishBlog } from './publish-blog.ts';
import { removeBlog } from './remove-blog.ts';
import { saveBlog } from './save-blog.ts';
import type { WritingParts } from './writing-answers.ts';

const publishRule: RateRule = { name: 'publish', limit: 9, perMs: 30_000 };
/** More than for new blogs: whoever polishes a text saves often. */
const saveRule: RateRule = { name: 'save', limit: 30, perMs: 30_000 };

/** Ends a write that published something: its draft is done with, and the answer tells what was saved. */
async function finish(
  write: Write,
  { personId, id, draft }: { personId: string; id: string; draft: Publication['draft'] },
) {
  if (draft) await dropDraft(write, { personId, key: draft.key }, draft.revision);
  const row = await findSaved(write.db, id);
  if (!row) throw blogNotFound();
  return presentSaved(row);
}

/** Publish, save, remove. */
export function publishingAnswers({
  storage,
  limiter,
  now = Date.now,
}: WritingParts): readonly Answer[] {
  async function add({ draft, ...text }: Publication, personId: string, key: string | undefined) {
    // Before the write: a very long text takes its time, and nobody else can write meanwhile.
    const wordCount = countWords(text.longDescription);
    const request = { personId, purpose: 'addBlog', key, content: text, now: now() };
    const blog = { text, wordCount, authorId: personId, now: now() };
    return writeAs(storage, personId, async (write) => {
      const id = await makeOnce(write, request, () => publishBlog(write, blog));
      return finish(write, { personId, id, draft });
    });
  }

  return [
    answer(addBlog, async ({ body }, { person, request, reply }) => {
      const key = idempotencyKeyOf(request);
      await limiter.take(publishRule, person.id);
      const saved = await add(body, person.id, key);
      reply.header('etag', entityTagOf(saved));
      return saved;
    }),

    answer(updateBlog, async ({ params: { id }, body }, { person, request, reply }) => {
      await limiter.take(saveRule, person.id);
      const { draft, ...text } = body;
      const wordCount = countWords(text.longDescription);
      const ifMatch = request.headers['if-match'];
      const save = { id, text, wordCount, personId: person.id, ifMatch, now: now() };
      const saved = await writeAs(
        storage,
        person.id,
        async (write) => {
          await saveBlog(write, save);
          return finish(write, { personId: person.id, id, draft });
        },
        [`blog:${id}`],
      );
      reply.header('etag', entityTagOf(saved));
      return saved;
    }),

    answer(deleteBlog, async ({ params: { id }, query: { title } }, { person }) => {
      await storage.write((write) => removeBlog(write, { id, personId: person.id, title }));
      return undefined;
    }),
  ];
}
