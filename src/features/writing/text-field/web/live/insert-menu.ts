import { autocompletion, type Completion, type CompletionSource } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { lineTools, type ToolAction } from '../tools/markdown-tools.ts';

const typed = /^\s*\/([\p{L}\d ]*)$/u;

/** Completion of insertable blocks for `/` and the first letters of a name at the start of a line. */
export function insertMenu(run: (action: ToolAction) => void): Extension {
  const options = lineTools.map(
    ({ action, label }, index): Completion => ({
      label,
      // Keeps the declared order.
      boost: -index,
      apply(view, _completion, from, to) {
        // Including the slash.
        view.dispatch({ changes: { from: from - 1, to }, userEvent: 'delete' });
        run(action);
      },
    }),
  );
  const source: CompletionSource = ({ state, pos }) => {
    const line = state.doc.lineAt(pos);
    const [, words] = typed.exec(state.sliceDoc(line.from, pos)) ?? [];
    if (words === undefined || pos !== line.to) return null;
    if (/Code|HTML/.test(syntaxTree(state).resolveInner(pos, -1).name)) return null;
    return { from: pos - words.length, options, validFor: /^[\p{L}\d ]*$/u };
  };
  return autocompletion({
    override: [source],
    icons: false,
    activateOnTypingDelay: 0,
    // Enter chooses at once: the menu was asked for, so its default of 75 ms protects from nothing.
    interactionDelay: 0,
  });
}
