import { Eye, Maximize2, Minimize2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { readingMinutesOf } from '../../../../blog/reading-time.ts';
import { useRememberedSwitch } from '../../../../platform/web/remembered-switch.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { SaveStatus } from '../../drafts/web/save-status.tsx';
import { liveSwitch } from '../../text-field/web/live/live-switch.ts';
import { ViewSwitch, type WritingView } from '../../text-field/web/writing-view.tsx';
import type { BlogEditor } from './use-blog-editor.ts';
import { useVisibleArea } from './use-visible-area.ts';

interface WritingBarProps {
  readonly editor: BlogEditor;
  readonly submitLabel: string;
  readonly pendingLabel: string;
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

/** What can be done with the text and how it stands; at the top of the window, however long the text is. */
export function WritingBar(props: WritingBarProps) {
  const { editor, submitLabel, pendingLabel, wordCount, view, onView, isFull, onFull } = props;
  const { state, isPending, failure } = editor;
  const bar = useRef<HTMLDivElement>(null);
  useVisibleArea(bar);
  const isFormatted = useRememberedSwitch(liveSwitch);
  const FullIcon = isFull ? Minimize2 : Maximize2;
  return (
    <div ref={bar} className="writing-bar noscript:hidden">
      <SubmitButton isPending={isPending} pendingLabel={pendingLabel}>
        {submitLabel}
      </SubmitButton>
      <div className="order-last flex min-w-0 basis-full flex-wrap gap-x-4 sm:order-none sm:basis-auto sm:grow">
        <SaveStatus state={state} />
        <p className="ml-auto text-sm whitespace-nowrap text-faint sm:ml-0">
          {lengthText(wordCount)}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <ViewSwitch view={view} onChange={onView} />
        <button
          type="button"
          aria-pressed={isFormatted}
          title="Show as it will be read"
          onClick={() => liveSwitch.set(!isFormatted)}
          className="-mr-3 inline-flex size-11 cursor-pointer items-center justify-center text-soft hover:text-accent aria-pressed:text-accent"
        >
          <Eye aria-hidden="true" size={18} />
        </button>
        <button
          type="button"
          aria-pressed={isFull}
          aria-label="Full screen"
          aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
          title="Full screen (Ctrl or ⌘ + Shift + F)"
          onClick={onFull}
          className="-mr-3 inline-flex size-11 cursor-pointer items-center justify-center text-soft hover:text-accent"
        >
          <FullIcon aria-hidden="true" size={18} />
        </button>
      </div>
      {failure !== undefined && (
        <div className="order-last basis-full">
          <ErrorNote>{failure}</ErrorNote>
        </div>
      )}
    </div>
  );
}
