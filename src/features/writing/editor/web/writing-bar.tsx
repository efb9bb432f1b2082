import { Maximize2, Minimize2, Square, SquareCheck } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { readingMinutesOf } from '../../../../blog/reading-time.ts';
import { heightVariable } from '../../../../platform/web/height-variable.ts';
import { scrollToAndFocus } from '../../../../platform/web/scroll-to-and-focus.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { partsId } from '../../common/web/parts.tsx';
import type { KeeperState } from '../../drafts/web/keeper/draft-keeper.ts';
import { ViewSwitch, type WritingView } from '../../text-field/web/writing-view.tsx';
import type { BlogEditor } from './use-blog-editor.ts';

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

function statusText({ status, savedAt, reason }: KeeperState): string {
  switch (status) {
    case 'none':
      return '';
    case 'device':
      return 'Saved on this device';
    case 'saved':
      return `Saved ${timeOfDay.format(savedAt)}`;
    case 'offline':
      return 'Offline';
    case 'failed':
      return reason === null ? 'Failed, retrying' : `Not saved on the site. ${reason}`;
  }
}

function waitText(uploads: number): string {
  return uploads > 1
    ? `Waiting for ${uploads} pictures that are still being sent.`
    : 'Waiting for a picture that is still being sent.';
}

/** Where the text is saved, or what its publication waits for, as a live region. */
function SaveStatus({ editor: { state, waitsFor } }: { readonly editor: BlogEditor }) {
  const isTrouble = ['offline', 'failed'].includes(state.status) && waitsFor === 0;
  return (
    <>
      <p
        role="status"
        aria-live="polite"
        className={isTrouble ? 'font-semibold text-bad' : 'text-soft'}
      >
        {waitsFor > 0 ? waitText(waitsFor) : statusText(state)}
      </p>
      <p role="status" className="text-soft empty:hidden">
        {isTrouble && !state.isOnlyHere && 'The text is kept on this device.'}
      </p>
    </>
  );
}

const reportHeight = heightVariable('--bar-height');

/** Exposes to the styles how much an on-screen keyboard covers at the top and bottom: typed text stays clear of it. */
function useVisibleArea(): void {
  useEffect(() => {
    const { visualViewport, document } = window;
    const { style } = document.documentElement;

    function measure() {
      const { offsetTop = 0, height = innerHeight, scale = 1 } = visualViewport ?? {};
      // On a zoomed page the visitor scrolls freely, and nothing is covered.
      const isWhole = scale > 1;
      const covered = isWhole ? 0 : Math.max(0, innerHeight - height - offsetTop);
      style.setProperty('--sight-top', `${isWhole ? 0 : offsetTop}px`);
      style.setProperty('--sight-bottom', `${covered}px`);
    }

    measure();
    for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, measure);
    return () => {
      for (const name of ['resize', 'scroll']) visualViewport?.removeEventListener(name, measure);
      for (const name of ['--sight-top', '--sight-bottom']) style.removeProperty(name);
    };
  }, []);
}

interface WritingBarProps {
  readonly editor: BlogEditor;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Explains the button to a person who hasn't used it. */
  readonly submitNote: string | undefined;
  /** Headings of the parts below the form. */
  readonly parts: readonly string[];
  readonly wordCount: number | undefined;
  readonly view: WritingView;
  readonly onView: (view: WritingView) => void;
  readonly isFull: boolean;
  readonly onFull: () => void;
}

function lengthText(wordCount: number | undefined): ReactNode {
  if (wordCount === undefined) return null;
  const words = wordCount === 1 ? '1 word' : `${wordCount.toLocaleString('en-US')} words`;
  return wordCount === 0 ? words : `${words}, ${readingMinutesOf(wordCount)} min read`;
}

/** Actions and status of the text; sticky at the top of the window. */
export function WritingBar(props: WritingBarProps) {
  const { editor, submitLabel, pendingLabel, submitNote, parts, wordCount, view, onView } = props;
  const { isFull, onFull } = props;
  const { isPending, waitsFor, stopWaiting, failure, writtenOn } = editor;
  const bar = useRef<HTMLDivElement>(null);
  const noteId = useId();
  useEffect(() => reportHeight(bar.current), []);
  useVisibleArea();
  // The router would take a changed hash for a navigation that it can't hold up for an unsaved text.
  function showParts(event: MouseEvent): void {
    event.preventDefault();
    if (isFull) flushSync(onFull);
    const element = document.getElementById(partsId);
    if (element) scrollToAndFocus(element);
  }
  // Not underlined as the view is: it is on or off in each of them.
  const MarkdownIcon = writtenOn.isMarkdown ? SquareCheck : Square;
  const FullIcon = isFull ? Minimize2 : Maximize2;
  return (
    <div ref={bar} className="writing-bar noscript:hidden">
      <SubmitButton
        isPending={isPending || waitsFor > 0}
        pendingLabel={pendingLabel}
        describedBy={submitNote && noteId}
      >
        {submitLabel}
      </SubmitButton>
      {submitNote && (
        <p id={noteId} className="text-sm text-soft">
          {submitNote}
        </p>
      )}
      <div className="order-last flex min-h-lh min-w-0 basis-full flex-wrap gap-x-4 text-sm sm:order-none sm:basis-auto sm:grow">
        <SaveStatus editor={editor} />
        {waitsFor > 0 && (
          <Button
            look="plain"
            size="small"
            onClick={() => {
              stopWaiting();
              // The pressed button disappears.
              bar.current?.querySelector('button')?.focus();
            }}
          >
            Don’t publish yet
          </Button>
        )}
        <p className="ml-auto whitespace-nowrap text-faint sm:ml-0">{lengthText(wordCount)}</p>
      </div>
      <div className="flex min-w-0 basis-full flex-wrap items-center gap-x-2 sm:ml-auto sm:basis-auto sm:justify-end sm:gap-x-3">
        <ViewSwitch view={view} onChange={onView} />
        <button
          type="button"
          aria-pressed={writtenOn.isMarkdown}
          onClick={() => writtenOn.chooseMarkdown(!writtenOn.isMarkdown)}
          className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-sm font-semibold text-soft hover:text-ink aria-pressed:text-ink"
        >
          <MarkdownIcon aria-hidden="true" size={16} />
          Markdown
        </button>
        {parts.length > 0 && (
          <a
            href={`#${partsId}`}
            aria-label={`More: ${parts.join(', ')}`}
            onClick={showParts}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-soft hover:text-ink"
          >
            More
          </a>
        )}
        <button
          type="button"
          aria-pressed={isFull}
          aria-label="Full screen"
          aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
          title="Full screen (Ctrl or ⌘ + Shift + F)"
          onClick={onFull}
          className="-mr-3 ml-auto inline-flex size-11 sm:ml-0 cursor-pointer items-center justify-center text-soft hover:text-accent"
        >
          <FullIcon aria-hidden="true" size={18} />
        </button>
      </div>
      {failure !== undefined && (
        <div className="order-last mt-2 basis-full">
          <ErrorNote>{failure}</ErrorNote>
        </div>
      )}
    </div>
  );
}
