import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { draftState, draftStates } from '../../history/contract.ts';
import type { History } from '../../history/web/history-queries.ts';
import { savesAnswered } from './remote-draft.ts';

/** The states that a draft had. */
export function historyOfDraft(key: string): History {
  return {
    key: [...personalKey, 'draft-states', key],
    async list(client, signal) {
      await savesAnswered();
      return (await call(client, draftStates, { params: { key } }, { signal })).body;
    },
    text: async (id, client, signal) =>
      (await call(client, draftState, { params: { key, id } }, { signal })).body.text,
  };
}
