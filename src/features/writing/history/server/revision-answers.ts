import type { z } from 'zod';
import { fieldNames, fieldsOf } from '../../../../blog/fields.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { isId } from '../../../../platform/text/id.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Reader } from '../../../../storage/storage.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import {
  blogRevision,
  blogRevisions,
  draftState,
  draftStates,
  revisionNotFound,
  type revisionSummarySchema,
  stateNotFound,
} from '../contract.ts';
import { type DraftStateRow, findState, findStates } from './draft-states.ts';
import { savedByOf } from './edit-marks.ts';
import {
  findRevision,
  findRevisions,
  type RevisionRow,
  type WholeRevisionRow,
} from './revision-store.ts';

export function presentRevision(row: RevisionRow): z.output<typeof revisionSummarySchema> {
  return {
    version: row.version,
    title: row.title,
    wordCount: row.word_count,
    savedAt: isoOf(row.saved_at),
    ...savedByOf(row),
  };
}

function presentWholeRevision(row: WholeRevisionRow): z.output<typeof blogRevision.reply> {
  return {
    ...presentRevision(row),
    ...fieldsOf(row, fieldNames),
  };
}

/** A revision by the version in the address. Throws `revision-not-found`. */
export async function readRevision(db: Reader, blogId: string, version: string) {
  // Longer numbers are no versions, and exceed PostgreSQL's integers.
  const isNumber = /^\d{1,9}$/.test(version);
  const row = isNumber && (await findRevision(db, blogId, Number(version)));
  if (!row) throw revisionNotFound();
  return presentWholeRevision(row);
}

/** Endpoints of a blog's revisions. */
export function revisionAnswers({ storage }: WritingParts): readonly Answer[] {
  return [
    answer(blogRevisions, async ({ params: { id } }, { person }) => {
      await assertMayEdit(storage.reader, id, person.id);
      return (await findRevisions(storage.reader, id)).map(presentRevision);
    }),

    answer(blogRevision, async ({ params: { id, version } }, { person }) => {
      await assertMayEdit(storage.reader, id, person.id);
      return readRevision(storage.reader, id, version);
    }),
  ];
}

function presentState({ id, title, word_count, saved_at }: DraftStateRow) {
  return { id, title, wordCount: word_count, savedAt: isoOf(saved_at) };
}

export function draftHistoryAnswers({ storage }: WritingParts): readonly Answer[] {
  return [
    answer(draftStates, async ({ params: { key } }, { person }) => {
      const address = { personId: person.id, key };
      return (await findStates(storage.reader, address)).map(presentState);
    }),

    answer(draftState, async ({ params: { key, id } }, { person }) => {
      const address = { personId: person.id, key };
      const row = isId(id) ? await findState(storage.reader, address, id) : undefined;
      if (!row) throw stateNotFound();
      return { ...presentState(row), text: row.text };
    }),
  ];
}
