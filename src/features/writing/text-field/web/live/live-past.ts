import { history, historyField, isolateHistory } from '@codemirror/commands';
import { EditorState, type EditorStateConfig } from '@codemirror/state';
import { changeBetween } from '../../../common/change-between.ts';
import type { PastText } from '../past-texts.ts';

/** What comes back from a state's JSON beside its text. */
const fields = { history: historyField };

/**
 * A state to begin with whose undo knows what the text was before, the oldest first; of another text, nothing. The past
 * is gone through by a state that does nothing else: the editor's own would read the text as Markdown at each step.
 */
export function stateWithPast(text: string, past: readonly PastText[], config: EditorStateConfig) {
  const [first, ...others] = past;
  if (!first || past.at(-1)?.text !== text) return EditorState.create({ ...config, doc: text });
  // Line ends as the editor has them: any other is a letter.
  const plain = [EditorState.lineSeparator.of('\n'), history({ minDepth: past.length })];
  let state = EditorState.create({ doc: first.text, extensions: plain });
  let before = first.text;
  for (const { text: after, selection } of others) {
    state = state.update({
      changes: changeBetween(before, after),
      selection: { anchor: selection.start, head: selection.end },
      annotations: isolateHistory.of('full'),
    }).state;
    before = after;
  }
  return EditorState.fromJSON(state.toJSON(fields), config, fields);
}
