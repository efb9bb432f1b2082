import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { BlogText } from '../../../../blog/blog-text.ts';
import { blogFields } from '../../../../blog/fields.ts';
import { lazyChunk, useLazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { FieldFrame, useFieldAttributes } from '../../../../platform/web/ui/forms/field.tsx';
import type { SendPicture } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import type { DraftText } from '../../common/contract.ts';
import { LiveTextArea } from './live/live-text-area.tsx';
import type { Selection } from './markdown-commands.ts';
import { usePaste } from './paste/use-paste.ts';
import { PictureStrip } from './pictures/picture-strip.tsx';
import { UndescribedNote } from './pictures/undescribed-note.tsx';
import { useIsCalled } from './pictures/use-is-called.ts';
import { usePictureSending } from './pictures/use-picture-sending.ts';
import { PlainTextArea } from './plain-text-area.tsx';
import { PreviewHead } from './preview/preview-head.tsx';
import { TextPreview } from './preview/text-preview.tsx';
import type { Lacking, Preview } from './preview/use-preview.ts';
import { hugeText, scrollToCaret } from './scroll-to-caret.ts';
import type { textDirection } from './text-direction.ts';
import { areaSurface, type Caret, type TextSurface } from './text-surface.ts';
import { MarkdownToolbar } from './tools/markdown-toolbar.tsx';
import { useTextTools } from './tools/use-text-tools.tsx';
import { useFollowedCaret } from './use-followed-caret.ts';
import { useWritingKeys } from './use-writing-keys.ts';
import type { WritingView } from './writing-view.tsx';
import type { WrittenOn } from './written-on.ts';

const loadLive = lazyChunk(() => import('./live/live-editor.ts'));

const label = blogFields.longDescription.label;
const samples = [
  '**bold**',
  '_italic_',
  '## heading',
  '[words](https://…)',
  '> quote',
  '`code`',
  '- list',
  '![picture](https://…)',
];
const habits = 'Tab indents in a list and goes on in a table; Esc, then Tab, leaves the field.';
const liveHint = `Type / at the start of a line for what can be put in. ${habits}`;
const markdownHint = (
  <>
    Markdown:{' '}
    {samples.map((sample) => (
      <code key={sample} className="mr-3 inline-block font-mono text-xs">
        {sample}
      </code>
    ))}
    <span className="block">{habits}</span>
  </>
);

export interface MarkdownFieldProps {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
  readonly writtenOn: WrittenOn;
  readonly sendPicture: SendPicture;
  readonly isReadOnly: boolean;
  readonly view: WritingView;
  readonly preview: Preview;
  /** The pictures without alternative text. */
  readonly lacking: Lacking;
  readonly isBlank: boolean;
  /** Length of the text in characters. */
  readonly length: number;
  readonly direction: ReturnType<typeof textDirection>;
}

/** The long description: Markdown with a toolbar and a preview. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { form, writtenOn, sendPicture, isReadOnly, view, preview, isBlank, length, direction } =
    props;
  const { undescribed, undescribedAt } = props.lacking;
  const isCalled = useIsCalled(form);
  const { control, register } = form;
  const { errors, defaultValues } = useFormState({ control });
  const surface = useRef<TextSurface>(undefined);
  const caret = useRef<Caret>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const { past, isMarkdown } = writtenOn;
  const live = useLazyChunk(loadLive, !isMarkdown);
  const isLive = live !== undefined && !isMarkdown;
  const paste = usePaste();
  const beside = useRef<HTMLElement>(null);
  useFollowedCaret(beside, () => surface.current, view === 'Both');
  const chooser = useRef<HTMLInputElement>(null);
  const tools = useTextTools(
    () => surface.current,
    () => chooser.current?.click(),
  );
  const onKey = useWritingKeys(tools.run);
  const sending = usePictureSending(sendPicture, writtenOn.uploads, () => surface.current);
  const { ref: registerArea, ...registered } = register('longDescription');
  const error = errors.longDescription?.message;
  const hint = isMarkdown ? markdownHint : liveHint;
  const ties = useFieldAttributes({ label, hint, error });
  const isWriting = view !== 'Preview';

  function take(data: DataTransfer, at: TextSurface, place: Selection): boolean {
    // Content that also has text, such as a word processor's, is pasted as text.
    const isPicture = data.files.length > 0 && data.getData('text/plain') === '';
    return (isPicture && sending.take(data.files, at, place)) || paste.take(data, at, place);
  }

  /** Makes the plain field the current surface; returns a cleanup function. */
  const showArea = useEffectEvent((shown: HTMLTextAreaElement) => {
    const plain = areaSurface(shown);
    surface.current = plain;
    registerArea(shown);
    const { selection } = caret.current ?? {};
    // If the field has the focus already, its caret is right.
    const isLed = document.activeElement === shown;
    if (isLed) scrollToCaret(shown);
    else if (selection) shown.setSelectionRange(selection.start, selection.end);
    if (past.all().at(-1)?.text !== shown.value) past.begin(shown.value);
    const note = () => past.changed(shown.value, plain.selection);
    shown.addEventListener('input', note);
    return () => {
      shown.removeEventListener('input', note);
      caret.current = { selection: plain.selection, hasFocus: document.activeElement === shown };
      surface.current = undefined;
      registerArea(null);
    };
  });
  // Before the other editor, which takes over the caret.
  useLayoutEffect(() => {
    if (!isLive && area.current) return showArea(area.current);
    return undefined;
  }, [isLive]);

  return (
    <div className="writing-text">
      <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
        {/* One container, within which toolbar and uploads are sticky: the picture may be far down in the text. */}
        <div className="min-w-0">
          <div
            hidden={!isWriting && sending.pictures.length === 0}
            className="writing-tools noscript:hidden"
          >
            <div hidden={!isWriting}>
              <MarkdownToolbar controls={ties.id} onRun={tools.run} />
            </div>
            <PictureStrip sending={sending} />
          </div>
          <p role="status" className="writing-reading">
            {paste.isReading && 'Reading what was pasted…'}
          </p>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept="image/*"
            onChange={({ target }) => {
              const now = surface.current;
              if (target.files && now) sending.take(target.files, now, now.selection);
              // Otherwise choosing the same file again would fire no event.
              target.value = '';
            }}
          />
          {isWriting && sending.pictures.length === 0 && (
            <UndescribedNote
              undescribed={undescribed}
              at={undescribedAt}
              onShow={(place) => surface.current?.select(place)}
              isCalled={isCalled}
            />
          )}
          <div className="writing-halves" data-view={view}>
            <PlainTextArea
              {...registered}
              {...ties}
              {...(isLive && {
                tabIndex: -1,
                onFocus: writtenOn.showMarkdown,
                onMouseDown(event) {
                  event.preventDefault();
                  writtenOn.live?.focus();
                },
                onChange({ target }) {
                  form.setValue('longDescription', target.value, { shouldDirty: true });
                },
              })}
              onKey={onKey}
              onTake={take}
              ref={area}
              defaultValue={defaultValues?.longDescription}
              rows={6}
              required
              readOnly={isReadOnly}
              hidden={!isWriting}
              dir={direction}
              data-huge={length > hugeText || undefined}
              data-behind={isLive || undefined}
              data-waiting={(!isMarkdown && !isLive) || undefined}
              className="writing-area"
            />
            {isLive && (
              <LiveTextArea
                onKey={onKey}
                onTake={take}
                onRun={tools.run}
                form={form}
                create={live.createLiveEditor}
                fieldId={ties.id}
                description={liveHint}
                plain={area}
                caret={caret}
                past={past}
                isReadOnly={isReadOnly}
                isHidden={!isWriting}
                onEditor={(editor) => {
                  surface.current = editor?.surface;
                  writtenOn.setLive(editor);
                }}
              />
            )}
            {view !== 'Write' && (
              <TextPreview
                preview={preview}
                isBlank={isBlank}
                section={beside}
                className="writing-preview"
              >
                {view === 'Preview' && <PreviewHead form={form} />}
              </TextPreview>
            )}
          </div>
        </div>
      </FieldFrame>
      {tools.dialog}
    </div>
  );
}
