import './editor.css';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import type { BlogText } from '../../../../blog/blog-text.ts';
import { blogFields, type FieldName, fieldNames } from '../../../../blog/fields.ts';
import { ErrorSummary } from '../../../../platform/web/ui/forms/error-summary.tsx';
import type { PictureUploader } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import type { DraftText } from '../../common/contract.ts';
import { RecoverableList } from '../../drafts/web/recoverable-list.tsx';
import { MarkdownField } from '../../text-field/web/markdown-field.tsx';
import { usePreview } from '../../text-field/web/preview/use-preview.ts';
import { textDirection } from '../../text-field/web/text-direction.ts';
import { useFittingView, type WritingView } from '../../text-field/web/writing-view.tsx';
import { BlogDetails, TitleField } from './blog-fields.tsx';
import type { BlogEditor } from './use-blog-editor.ts';
import { WritingBar } from './writing-bar.tsx';

/** Milliseconds without typing before the page is updated. */
const settleMs = 120;

/** The long description, debounced: rendering the page at each keystroke would slow typing. */
function useWrittenText(form: UseFormReturn<DraftText, unknown, BlogText>): string {
  const [text, setText] = useState(() => form.getValues('longDescription'));
  useEffect(() => {
    const read = () => setText(form.getValues('longDescription'));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      name: 'longDescription',
      formState: { values: true },
      callback() {
        clearTimeout(timer);
        timer = setTimeout(read, settleMs);
      },
    });
    // Text entered before the subscription.
    read();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [form]);
  return text;
}

interface FullScreen {
  readonly isFull: boolean;
  readonly setFull: (isFull: boolean) => void;
  /** The form; the styles hide everything around it. */
  readonly frame: RefObject<HTMLFormElement | null>;
}

/** Full-screen mode: hides everything but the text, and keeps the scroll position. */
function useFullScreen(): FullScreen {
  const [isFull, setIsFull] = useState(false);
  const frame = useRef<HTMLFormElement>(null);

  function setFull(next: boolean) {
    if (next === isFull) return;
    const text = frame.current?.querySelector('.writing-text');
    const topOf = () => text?.getBoundingClientRect().top ?? 0;
    const before = topOf();
    flushSync(() => setIsFull(next));
    scrollBy({ top: topOf() - before, behavior: 'instant' });
  }

  return { isFull, setFull, frame };
}

/** Single-line fields: Enter can't insert a line break there, and must not publish by accident. */
const lineFields = fieldNames.filter((name) => ['line', 'picture'].includes(blogFields[name].kind));

/**
 * The field after a single-line one: Enter in the title moves to the text. Undefined where Enter has its own meaning.
 */
function fieldAfter(target: EventTarget): FieldName | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
    return undefined;
  const field = lineFields.find((name) => name === target.name);
  if (!field || field === 'title') return field && 'longDescription';
  // The alternative text is present only with a cover.
  return fieldNames
    .slice(fieldNames.indexOf(field) + 1)
    .find((name) => target.form?.elements.namedItem(name) instanceof HTMLElement);
}

interface BlogFormProps {
  readonly editor: BlogEditor;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Explains the button to a person who hasn't used it. */
  readonly submitNote?: string | undefined;
  /** Headings of the parts below the form, for the link that leads there. */
  readonly parts: readonly string[];
  readonly pictureUploader: PictureUploader;
}

/** The editor page: the text in its final look, the blog's details, and a bar with actions. */
export function BlogForm(props: BlogFormProps) {
  const { editor, submitLabel, pendingLabel, submitNote, parts, pictureUploader } = props;
  const { form, keeper, state, isPending, submit } = editor;
  const [chosen, setView] = useState<WritingView>('Write');
  const view = useFittingView(chosen);
  const markdown = useWrittenText(form);
  const { preview, wordCount, lacking } = usePreview(markdown, view !== 'Write');
  const { undescribed } = lacking;
  useEffect(
    () => keeper.counted(wordCount === undefined ? undefined : { wordCount, undescribed }),
    [keeper, wordCount, undescribed],
  );
  const { isFull, setFull, frame } = useFullScreen();
  // Text typed before hydration would be lost.
  const listens = useIsHydrated();

  function publish() {
    void submit((wrong) => {
      // Hidden fields can't take the focus.
      if (wrong === 'longDescription' && view === 'Preview') setView('Write');
      if (wrong !== 'longDescription' && wrong !== 'title') setFull(false);
    });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    publish();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    if (altKey || nativeEvent.isComposing || event.defaultPrevented) return;
    const isCommand = ctrlKey !== metaKey;
    const letter = isCommand ? key.toLowerCase() : undefined;
    if (isFull && key === 'Escape') setFull(false);
    else if (letter === 'f' && shiftKey) setFull(!isFull);
    else if (shiftKey) return;
    else if (letter === 'enter') publish();
    else if (letter === 's') keeper.save();
    else {
      const next = key === 'Enter' && !ctrlKey && !metaKey && fieldAfter(event.target);
      if (!next) return;
      // Synchronously, since `setFocus` is a moment late: the next keystroke belongs to that field.
      const field = frame.current?.elements.namedItem(next);
      if (next === 'longDescription' && editor.writtenOn.live) editor.writtenOn.live.focus();
      else if (field instanceof HTMLElement) field.focus();
    }
    event.preventDefault();
  }

  return (
    <>
      <div className="hidden noscript:mb-6 noscript:block">
        <ScriptNote todo="write" />
      </div>
      <RecoverableList
        recoverable={state.recoverable}
        onRestore={editor.restore}
        onDiscard={editor.discard}
        discarded={state.discarded}
        onUndo={editor.undoDiscard}
      />
      {/* `method="dialog"` keeps the text out of the address before the script is loaded. */}
      <form
        ref={frame}
        method="dialog"
        noValidate
        data-full={isFull || undefined}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        className="writing"
      >
        <fieldset disabled={!listens} className="writing-frame">
          <ErrorSummary refusal={editor.refusal} />
          <div className="writing-sheet" data-view={view}>
            <TitleField editor={editor} />
            <div className="writing-details" data-error-aside="">
              <BlogDetails editor={editor} pictureUploader={pictureUploader} />
            </div>
            <MarkdownField
              form={form}
              writtenOn={editor.writtenOn}
              sendPicture={pictureUploader.send}
              isReadOnly={isPending}
              view={view}
              preview={preview}
              lacking={lacking}
              isBlank={markdown.trim() === ''}
              length={markdown.length}
              direction={textDirection(markdown)}
            />
          </div>
          <WritingBar
            editor={editor}
            submitLabel={submitLabel}
            pendingLabel={pendingLabel}
            submitNote={submitNote}
            parts={parts}
            wordCount={wordCount}
            view={view}
            onView={setView}
            isFull={isFull}
            onFull={() => setFull(!isFull)}
          />
        </fieldset>
      </form>
    </>
  );
}
