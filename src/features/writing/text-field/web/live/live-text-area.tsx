import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import type { DraftText } from '../../../common/contract.ts';
import type { Selection } from '../markdown-commands.ts';
import type { PastTexts } from '../past-texts.ts';
import type { Caret, TextSurface } from '../text-surface.ts';
import type { createLiveEditor, LiveEditor } from './live-editor.ts';

interface LiveTextAreaProps {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
  readonly create: typeof createLiveEditor;
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Where one stands, from what was here before and for what comes after. */
  readonly caret: RefObject<Caret | undefined>;
  /** What was typed before the editor came. */
  readonly past: PastTexts;
  readonly isReadOnly: boolean;
  readonly isHidden: boolean;
  readonly onKey: (event: KeyboardEvent, surface: TextSurface) => boolean;
  readonly onTake: (data: DataTransfer, surface: TextSurface, place: Selection) => boolean;
  /** Told of the editor when it is there, and of its end. */
  readonly onEditor: (editor: LiveEditor | undefined) => void;
}

/** The text that is written, looking as it will be read. */
export function LiveTextArea(props: LiveTextAreaProps) {
  const { form, create, id, label, description, caret, isReadOnly, isHidden } = props;
  const { field, fieldState } = useController({ control: form.control, name: 'longDescription' });
  const { value: text, onChange, onBlur, ref } = field;
  const isInvalid = fieldState.invalid;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<LiveEditor>(undefined);
  /** The text that came from the editor last: it needs not be handed back. */
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
  const tell = useEffectEvent((live: LiveEditor | undefined) => props.onEditor(live));
  const begin = useEffectEvent((parent: Element) =>
    create({
      parent,
      text,
      past: props.past.all(),
      caret: caret.current,
      label,
      description,
      onChange: (next) => change(next),
      onBlur: () => blur(),
      onKeyDown: (event, surface) => key(event, surface),
      onPaste: (data, surface, place) => take(data, surface, place),
    }),
  );

  // Ahead of the paint, and at its end while it is still there to be asked.
  useLayoutEffect(() => {
    if (!host.current) return;
    const live = begin(host.current);
    editor.current = live;
    ref({ focus: () => live.focus() });
    tell(live);
    return () => {
      editor.current = undefined;
      caret.current = live.caret();
      tell(undefined);
      live.destroy();
    };
  }, [ref, caret]);

  // A label leads into what stands in its document only, and the editor stands in a shadow root.
  useEffect(() => {
    const leaving = new AbortController();
    document
      .querySelector(`label[for="${CSS.escape(id)}"]`)
      ?.addEventListener('click', () => editor.current?.focus(), { signal: leaving.signal });
    return () => leaving.abort();
  }, [id]);

  useEffect(() => editor.current?.setState({ isReadOnly, isInvalid }), [isReadOnly, isInvalid]);

  useEffect(() => {
    if (text === handedOn.current) return;
    handedOn.current = text;
    editor.current?.setText(text);
  }, [text]);

  return <div ref={host} id={id} hidden={isHidden} className="writing-live" />;
}
