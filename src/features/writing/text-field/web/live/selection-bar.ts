import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { showTooltip, type Tooltip } from '@codemirror/view';
import { keysOf, type ToolAction, wordTools } from '../tools/markdown-tools.ts';

function createBar(run: (action: ToolAction) => void): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'selection-bar';
  bar.role = 'toolbar';
  bar.ariaLabel = 'Selection';
  for (const { action, label, keys } of wordTools) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.className = `selection-${action}`;
    if (keys) button.title = keysOf(keys);
    // Keyboard users reach the same tools in the toolbar above the text.
    button.tabIndex = -1;
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => run(action));
    bar.append(button);
  }
  return bar;
}

/** A toolbar at the selected words; below them on touch devices, whose own menu is above. */
export function selectionBar(run: (action: ToolAction) => void): Extension {
  const above = !matchMedia('(pointer: coarse)').matches;
  const create = () => ({ dom: createBar(run) });

  function barOf(state: EditorState): Tooltip | null {
    const { main } = state.selection;
    if (main.empty || state.readOnly) return null;
    return { pos: above ? main.from : main.to, above, create };
  }

  return StateField.define<Tooltip | null>({
    create: barOf,
    update: (bar, { docChanged, selection, state }) =>
      docChanged || selection ? barOf(state) : bar,
    provide: (field) => showTooltip.from(field),
  });
}
