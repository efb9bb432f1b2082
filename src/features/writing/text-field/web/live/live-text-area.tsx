import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import type { DraftText } from '../../../common/contract.ts';
import type { Selection } from '../markdown-commands.ts';
import type { PastTexts } from '../past-texts.ts';
import type { Caret, TextSurface } from '../text-surface.ts';
import type { ToolAction } from '../tools/markdown-tools.ts';
import type { createLiveEditor, LiveEditor } from './live-editor.ts';

/** Maximum length mirrored into the plain field at each change: the layout of a book would slow typing. */
const mirroredMax = 40_000;

interface LiveTextAreaProps {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
  readonly create: typeof createLiveEditor;
  /** The id of the plain field with the same text. */
  readonly fieldId: string;
  readonly description: string;
  /** The plain field with the same text, to which the label belongs. */
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  /** The caret, passed between the plain field and the editor. */
  readonly caret: RefObject<Caret | undefined>;
  /** Texts typed before the editor was loaded. */
  readonly past: PastTexts;
  readonly isReadOnly: boolean;
  readonly isHidden: boolean;
  readonly onKey: (event: KeyboardEvent, surface: TextSurface) => boolean;
  readonly onTake: (data: DataTransfer, surface: TextSurface, place: Selection) => boolean;
  readonly onRun: (action: ToolAction) => void;
  /** Called when the editor is ready, and when it ends. */
  readonly onEditor: (editor: LiveEditor | undefined) => void;
}

/** The text area with formatted text. */
export function LiveTextArea(props: LiveTextAreaProps) {
  const { form, create, fieldId, description, plain, caret, isReadOnly, isHidden } = props;
  const { field, fieldState } = useController({ control: form.control, name: 'longDescription' });
  const { value: text, onChange, onBlur, ref } = field;
  const isInvalid = fieldState.invalid;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<LiveEditor>(undefined);
  /** The last text from the editor, which needn't be passed back. */
  const handedOn = useRef(text);

  const change = useEffectEvent((next: string) => {
    handedOn.current = next;
    onChange(next);
  });
  const blur = useEffectEvent(() => onBlur());
  const key = useEffectEvent((event: KeyboardEvent, surface: TextSurface) =>
    props.onKey(event, surface),
  );
  const take = useEffectEvent((data: DataTransfer, surface: TextSurface, place: Selection) =>
    props.onTake(data, surface, place),
  );
  const run = useEffectEvent((action: ToolAction) => props.onRun(action));
  const reportEditor = useEffectEvent((live: LiveEditor | undefined) => props.onEditor(live));
  const begin = useEffectEvent((parent: Element) =>
    create({
      parent,
      text,
      past: props.past.all(),
      caret: caret.current,
      label: 'Formatted text',
      description,
      onChange: (next) => change(next),
      onBlur: () => blur(),
      onKeyDown: (event, surface) => key(event, surface),
      onPaste: (data, surface, place) => take(data, surface, place),
      onRun: (action) => run(action),
    }),
  );

  // Before the first paint; its cleanup runs while the editor still exists.
  useLayoutEffect(() => {
    if (!host.current) return;
    const live = begin(host.current);
    editor.current = live;
    ref({ focus: () => live.focus() });
    reportEditor(live);
    return () => {
      editor.current = undefined;
      caret.current = live.caret();
      reportEditor(undefined);
      live.destroy();
    };
  }, [ref, caret]);

  // A click on the label focuses the visible editor.
  useEffect(() => {
    const leaving = new AbortController();
    const label = plain.current?.labels[0];
    const lead = (event: Event) => {
      event.preventDefault();
      editor.current?.focus();
    };
    label?.addEventListener('click', lead, { signal: leaving.signal });
    return () => leaving.abort();
  }, [plain]);

  // Scripts and tools that find the field by its label get the whole text.
  useLayoutEffect(() => {
    if (plain.current && text.length <= mirroredMax) plain.current.value = text;
  }, [plain, text]);

  useEffect(() => editor.current?.setState({ isReadOnly, isInvalid }), [isReadOnly, isInvalid]);

  useEffect(() => {
    // A key pressed since the render is ahead of it, and must not be undone.
    if (text === handedOn.current || text !== form.getValues('longDescription')) return;
    handedOn.current = text;
    editor.current?.setText(text);
  }, [form, text]);

  return <div ref={host} data-field={fieldId} hidden={isHidden} className="writing-live" />;
}
