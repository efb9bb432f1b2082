import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { fieldNames, fieldsOf } from '../../../../blog/fields.ts';
import { presentCover } from '../../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { findStaffIds } from '../../../../identity/authority.ts';
import { staffTag } from '../../../../identity/owners.ts';
import type { Person } from '../../../../identity/person.ts';
import type { ReplyOf } from '../../../../platform/contract/define-endpoint.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { shownPicture } from '../../../../platform/text/web-url.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { findDraft } from '../../drafts/server/draft-store.ts';
import { presentRevision, readRevision } from '../../history/server/revision-answers.ts';
import { findRevisions } from '../../history/server/revision-store.ts';
import {
  editable,
  type OthersBlog,
  othersBlog,
  othersRevision,
  othersRevisions,
  putOthersBlogBack,
  saveOthersBlog,
  scheduleOthersBlog,
  takeOthersBlogBack,
  unscheduleOthersBlog,
} from '../contract.ts';
import {
  cancelSchedule,
  type OthersParts,
  putBack,
  saveOthers,
  schedule,
  takeBack,
} from './change-others-blog.ts';
import { findOthersBlog, type OthersBlogRow } from './find-others-blog.ts';

async function publishAtOf(db: Reader, row: OthersBlogRow): Promise<number | null> {
  if (!row.isTakenBack || row.author_id === null) return null;
  const draft = await findDraft(db, { personId: row.author_id, key: row.id });
  return draft?.publish_at ?? null;
}

function present(row: OthersBlogRow, publishAt: number | null): OthersBlog {
  const { name, photo_url, bio } = row;
  return {
    _id: row.id,
    ...fieldsOf(row, fieldNames),
    imageUrl: presentCover(row),
    author: name === null ? null : { name, photo: shownPicture(photo_url), bio },
    authorId: row.author_id,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    wordCount: row.word_count,
    version: row.version,
    hasAccount: row.subject !== null,
    isTakenBack: row.isTakenBack,
    publishAt: publishAt === null ? null : isoOf(publishAt),
  };
}

/** The authors whose texts a person may edit. Every page asks, so only editors cost a query for the staff. */
async function editableBy(db: Reader, { id: me, role }: Person): Promise<ReplyOf<typeof editable>> {
  if (role === 'owner') return { me, others: 'everybody', staff: [] };
  if (role !== 'editor') return { me, others: 'nobody', staff: [] };
  return { me, others: 'members', staff: [...(await findStaffIds(db))] };
}

/** Endpoints of editors for texts of other authors. */
export function othersAnswers(parts: OthersParts): readonly Answer[] {
  const { storage } = parts;
  // A replica may lag behind the changes made here.
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
  return [
    answer(editable, async (_input, { person, reply }) => {
      reply.madeFrom?.([staffTag]);
      return editableBy(reader, person);
    }),

    answer(othersBlog, async ({ params: { id } }, { person, reply }) => {
      const row = await findOthersBlog(reader, id, person);
      const blog = present(row, await publishAtOf(reader, row));
      reply.header('etag', entityTagOf(blog));
      return blog;
    }),

    answer(saveOthersBlog, async ({ params: { id }, body }, { person, request, reply }) => {
      const { draft, ...text } = body;
      const ifMatch = request.headers['if-match'];
      const saved = await saveOthers(parts, { id, by: person }, { text, draft, ifMatch });
      reply.header('etag', entityTagOf(saved));
      return saved;
    }),

    answer(takeOthersBlogBack, ({ params: { id } }, { person }) =>
      takeBack(parts, { id, by: person }),
    ),

    answer(putOthersBlogBack, ({ params: { id } }, { person }) =>
      putBack(parts, { id, by: person }),
    ),

    answer(scheduleOthersBlog, async ({ params: { id }, body }, { person }) => {
      const publishAt = Date.parse(body.publishAt);
      await schedule(parts, { id, by: person }, publishAt);
      return { publishAt: isoOf(publishAt) };
    }),

    answer(unscheduleOthersBlog, ({ params: { id } }, { person }) =>
      cancelSchedule(parts, { id, by: person }),
    ),

    answer(othersRevisions, async ({ params: { id } }, { person }) => {
      await findOthersBlog(reader, id, person);
      return (await findRevisions(reader, id)).map(presentRevision);
    }),

    answer(othersRevision, async ({ params: { id, version } }, { person }) => {
      await findOthersBlog(reader, id, person);
      return readRevision(reader, id, version);
    }),
  ];
}
