import { type Answer, answer } from '../../../../identity/answer.ts';
import { isId } from '../../../../platform/text/id.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { draftState, draftStates, stateNotFound } from '../contract.ts';
import { type DraftStateRow, findState, findStates } from './draft-states.ts';

function presentState({ id, title, word_count, saved_at }: DraftStateRow) {
  return { id, title, wordCount: word_count, savedAt: isoOf(saved_at) };
}

/** How a draft was before. */
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
