import { findMark, markBlog as mark, unmarkBlog } from '../../../blog/server/held/blog-marks.ts';
import { findLongText, findWhoWrote } from '../../../blog/server/held/held-texts.ts';
import { type Answer, answer, type MemberExchange } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { assertDecides } from '../../../identity/authority.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { plainParagraphs } from '../../../platform/markdown/plain-paragraphs.ts';
import { isId } from '../../../platform/text/id.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { Write } from '../../../storage/storage.ts';
import {
  actedMeanwhile,
  hideAllOf,
  type ManagedText,
  managedBlogs,
  managedBlogText,
  managedComments,
  markBlog,
  moveText,
  reportedTexts,
  settleReports,
  showAllAgain,
} from '../contract/manage.ts';
import { textNotFound } from '../contract/reports.ts';
import { describeTexts } from './describe-texts.ts';
import { listBlogs, listCases, listComments, type NamedPage } from './managed-lists.ts';
import { hideAll, type ModerationHooks, move, showAll } from './moderate.ts';
import { closeReports, findReported, reopenReports } from './report-store.ts';

export interface ManageParts extends StaffParts, ModerationHooks {
  readonly layout: TextLayout;
  readonly now?: () => number;
}

const access = 'staff';

const markActions = {
  locked: ['comments-closed', 'comments-opened'],
  unfeatured: ['taken-out-of-featured', 'back-in-featured'],
} as const;

/** Moderation by staff. */
export function manageAnswers(parts: ManageParts): readonly Answer[] {
  const { storage, layout, now = Date.now } = parts;

  async function shown(
    { names, next }: NamedPage,
    { person: viewer, reply }: Pick<MemberExchange, 'person' | 'reply'>,
    addressAt: (cursor: string) => string,
  ): Promise<ManagedText[]> {
    if (next !== undefined) reply.header('link', `<${addressAt(next)}>; rel="next"`);
    return describeTexts(storage.reader, names, { viewer, now: now() });
  }

  async function longTextOf(id: string): Promise<string> {
    if (!isId(id)) throw textNotFound();
    const text = await findLongText(storage.reader, id);
    if (text === undefined) throw textNotFound();
    return text;
  }

  return [
    answer(reportedTexts, async ({ query }, exchange) =>
      shown(await listCases(storage.reader, { ...query, person: '' }), exchange, (cursor) =>
        addressOf(reportedTexts.path, {}, { cursor }),
      ),
    ),

    answer(managedBlogs, async ({ query }, exchange) =>
      shown(await listBlogs(storage.reader, query), exchange, (cursor) =>
        addressOf(managedBlogs.path, {}, { ...query, cursor }),
      ),
    ),

    answer(managedComments, async ({ query }, exchange) =>
      shown(await listComments(storage.reader, query), exchange, (cursor) =>
        addressOf(managedComments.path, {}, { ...query, cursor }),
      ),
    ),

    answer(managedBlogText, async ({ params: { id } }, { person }) => {
      const text = await longTextOf(id);
      const laidOut = await layout.layOut(text, person.id);
      return { html: laidOut?.html ?? plainParagraphs(text) };
    }),

    answer(moveText, async ({ body }, { person }) => {
      const change = { ...body, now: now() };
      const work = (write: Write) => move(write, person, change, parts);
      await writeAsStaff(parts, { person, access }, work, [`${body.kind}:${body.id}`]);
    }),

    answer(markBlog, async ({ body }, { person }) => {
      const { id: blogId, reason, isSet } = body;
      const [setAction, unsetAction] = markActions[body.mark];
      await writeAsStaff(
        parts,
        { person, access },
        async (write) => {
          const blog = isId(blogId)
            ? await write.db
                .selectFrom('published_blogs')
                .select('title')
                .where('id', '=', blogId)
                .executeTakeFirst()
            : undefined;
          if (!blog && !(await findMark(write.db, blogId, body.mark))) throw textNotFound();
          const about = (await findWhoWrote(write.db, 'blog', blogId)) ?? null;
          await assertDecides(write, person, about, now());
          const isDone = isSet
            ? await mark(write, { blogId, mark: body.mark, reason, now: now() })
            : await unmarkBlog(write, blogId, body.mark);
          if (!isDone) throw actedMeanwhile();
          const subject = { kind: 'blog', id: blogId, label: blog?.title ?? '' };
          const action = isSet ? setAction : unsetAction;
          await recordAudit(write, { by: person, action, subject, about, reason, at: now() });
        },
        [`blog:${blogId}`],
      );
    }),

    answer(settleReports, async ({ body }, { person }) => {
      const at = now();
      const { kind, id, reopen, reason } = body;
      await writeAsStaff(
        parts,
        { person, access },
        async (write) => {
          const about = await findReported(write.db, { kind, id });
          await assertDecides(write, person, about, at);
          const [named] = isId(id)
            ? await describeTexts(write.db, [{ kind, id }], { viewer: person, now: at })
            : [];
          const changed =
            reopen === undefined
              ? await closeReports(write, { kind, id }, at)
              : await reopenReports(write, { kind, id }, Date.parse(reopen));
          if (changed === 0) throw actedMeanwhile();
          const action = reopen === undefined ? 'reports-dismissed' : 'reports-opened-again';
          const subject = { kind, id, label: named?.title ?? '' };
          await recordAudit(write, { by: person, action, subject, about, reason, at });
        },
        [`${kind}:${id}`],
      );
      return { at: isoOf(at) };
    }),

    answer(hideAllOf, async ({ body }, { person }) => {
      return hideAll(parts, person, { ...body, now: now() });
    }),

    answer(showAllAgain, async ({ body }, { person }) => ({
      count: await showAll(parts, person, { ...body, now: now() }),
    })),
  ];
}
