import { history, historyField, isolateHistory } from '@codemirror/commands';
import { EditorState, type EditorStateConfig } from '@codemirror/state';
import { changeBetween } from '../../../common/change-between.ts';
import type { PastText } from '../past-texts.ts';

/** State fields serialized besides the text. */
const fields = { history: historyField };

/**
 * An initial state whose undo history contains the former texts, oldest first; without history where the last of them
 * isn't this text. A bare state replays them: the editor's own would parse Markdown at each step.
 */
export function stateWithPast(text: string, past: readonly PastText[], config: EditorStateConfig) {
  const [first, ...others] = past;
  if (!first || past.at(-1)?.text !== text) return EditorState.create({ ...config, doc: text });
  // With the editor's line separator: any other is an ordinary character.
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
