import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { Edit, Selection } from '../markdown-commands.ts';
import type { PastText } from '../past-texts.ts';
import type { Caret, TextSurface, ViewportPosition } from '../text-surface.ts';
import type { ToolAction } from '../tools/markdown-tools.ts';
import { insertMenu } from './insert-menu.ts';
import { stateWithPast } from './live-past.ts';
import css from './live-text.css?inline';
import { markdownLanguage, partClasses } from './markdown-language.ts';
import { selectionBar } from './selection-bar.ts';
import { shownMarks } from './shown-marks.ts';
import { tableKeys } from './table-keys.ts';
import { restorePosition, scrollMargins, viewportOf } from './viewport-position.ts';
import { pictureDialog, tickTask } from './widgets.ts';

/** Attributes of the field besides its text. */
export interface LiveState {
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
}

interface LiveOptions {
  readonly parent: Element;
  readonly text: string;
  /** Former texts, oldest first, for undo. */
  readonly past: readonly PastText[];
  /** The caret in the field that this replaces. */
  readonly caret: Caret | undefined;
  readonly label: string;
  /** The accessible description, after the label. */
  readonly description: string;
  readonly onChange: (text: string) => void;
  /** Returns true where the key was handled. */
  readonly onKeyDown: (event: KeyboardEvent, surface: TextSurface) => boolean;
  /** Returns true where the paste was handled. */
  readonly onPaste: (data: DataTransfer, surface: TextSurface, place: Selection) => boolean;
  readonly onBlur: () => void;
  /** Called when a tool is chosen within the text. */
  readonly onRun: (action: ToolAction) => void;
}

export interface LiveEditor {
  readonly surface: TextSurface;
  readonly caret: () => Caret;
  readonly viewport: () => ViewportPosition;
  /** Restores caret and scroll position, and focuses the editor. */
  restorePosition(selection: Selection, viewport: ViewportPosition | undefined): void;
  /** Replaces the text without an undo step. */
  setText(text: string): void;
  setState(state: LiveState): void;
  /** Reports a change that is still held back. */
  handOn(): void;
  focus(): void;
  destroy(): void;
}

const settled = Annotation.define<true>();
/** Debounce of changes in milliseconds: building the string of a book takes longer than a keystroke may. */
const handOnMs = 300;
/** Length of a text in characters up to which changes are reported at once. */
const shortText = 2_000;

function surfaceOf(view: EditorView): TextSurface {
  return {
    get text() {
      return view.state.doc.toString();
    },
    get length() {
      return view.state.doc.length;
    },
    get selection() {
      const { from, to } = view.state.selection.main;
      return { start: from, end: to };
    },
    get takesEdits() {
      return view.dom.isConnected && !view.state.readOnly;
    },
    select({ start, end }) {
      view.focus();
      view.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true });
    },
    apply(edit) {
      view.focus();
      this.applyBeside(edit);
    },
    applyBeside(edit) {
      for (let next: Edit | undefined = edit; next; next = next.next) {
        const { from, to, insert, select } = next;
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: select.start, head: select.end },
          scrollIntoView: view.hasFocus,
          userEvent: 'input',
        });
      }
    },
  };
}

/** Reports changes debounced; `flush` reports them at once. */
function createHandOn(view: () => EditorView, onChange: (text: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    onChange(view().state.doc.toString());
  }
  function changed(): void {
    timer ??= setTimeout(flush, handOnMs);
    if (view().state.doc.length <= shortText) flush();
  }
  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  return { flush, changed, drop };
}

/**
 * A Markdown editor that shows formatted text. It renders the visible part only, so that a keystroke costs the same in
 * a book as in a note. In a shadow root, which allows the library's styles although the page's policy blocks inline
 * ones.
 */
export function createLiveEditor(options: LiveOptions): LiveEditor {
  const { parent, text, past, caret, label, description } = options;
  const { onChange, onKeyDown, onPaste, onBlur, onRun } = options;
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const state = new Compartment();
  const stateOf = ({ isReadOnly, isInvalid }: LiveState) => [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-invalid': String(isInvalid) }),
  ];
  const handOn = createHandOn(() => view, onChange);

  const start = stateWithPast(text, past, {
    extensions: [
      // Preserves other line endings in unchanged text.
      EditorState.lineSeparator.of('\n'),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        dir: 'auto',
        'aria-label': label,
        'aria-description': description,
        'aria-required': 'true',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      state.of(stateOf({ isReadOnly: false, isInvalid: false })),
      EditorView.perLineTextDirection.of(true),
      scrollMargins(),
      Prec.high(
        EditorView.domEventHandlers({
          keydown(event) {
            // Shortcuts on the whole text, such as publishing, need all of it.
            if (event.ctrlKey || event.metaKey) handOn.flush();
            return onKeyDown(event, surface);
          },
          beforeinput(event) {
            const { inputType, data, isComposing } = event;
            const isOver = !view.state.selection.main.empty;
            if (inputType !== 'insertText' || isComposing || !data || !isOver) return false;
            // When joining lines, browsers write inline styles, which the page's policy blocks and reports.
            view.dispatch(view.state.replaceSelection(data), {
              scrollIntoView: true,
              userEvent: 'input.type',
            });
            return true;
          },
          paste(event) {
            return event.clipboardData !== null && take(event.clipboardData, surface.selection);
          },
          dragover(event) {
            // Otherwise the browser opens the file in place of the page.
            return event.dataTransfer?.types.includes('Files') ?? false;
          },
          drop(event) {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
            const { dataTransfer } = event;
            if (at === null || dataTransfer === null) return false;
            const isOwn = view.hasFocus && dataTransfer.files.length === 0;
            return !isOwn && take(dataTransfer, { start: at, end: at });
          },
          blur() {
            handOn.flush();
            onBlur();
          },
        }),
      ),
      history(),
      insertMenu(onRun),
      selectionBar(onRun),
      // At a picture the link tool asks about the picture.
      pictureDialog.of(() => onRun('link')),
      tableKeys,
      keymap.of([
        { key: 'Mod-Alt-Enter', run: ({ state }) => tickTask(view, state.selection.main.head) },
        ...standardKeymap,
        ...historyKeymap,
      ]),
      markdownLanguage.extension,
      syntaxHighlighting(partClasses),
      shownMarks,
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged && !transactions.some((one) => one.annotation(settled))) handOn.changed();
      }),
    ],
  });
  const view: EditorView = new EditorView({ root, parent: root, state: start });
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const surface = surfaceOf(view);
  if (caret) {
    const { start, end } = caret.selection;
    const { hasFocus } = caret;
    view.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: hasFocus });
    if (hasFocus) view.focus();
  }
  const take = (data: DataTransfer, place: Selection) => onPaste(data, surface, place);
  // In the capture phase, before the autosave of a closing page.
  const leaving = new AbortController();
  window.addEventListener('pagehide', handOn.flush, { capture: true, signal: leaving.signal });
  document.addEventListener('visibilitychange', handOn.flush, {
    capture: true,
    signal: leaving.signal,
  });

  return {
    surface,
    caret: () => ({ selection: surface.selection, hasFocus: view.hasFocus }),
    viewport: () => viewportOf(view),
    restorePosition(selection, viewport) {
      view.focus();
      restorePosition(view, selection, viewport);
    },
    setText(next) {
      handOn.drop();
      if (next === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: settled.of(true),
      });
    },
    setState(next) {
      view.dispatch({ effects: state.reconfigure(stateOf(next)) });
    },
    handOn: handOn.flush,
    focus: () => view.focus(),
    destroy() {
      handOn.flush();
      leaving.abort();
      view.destroy();
    },
  };
}
