import { useRef, useState } from 'react';
import { useRememberedSwitch } from '../../../../platform/web/remembered-switch.ts';
import type { LiveEditor } from './live/live-editor.ts';
import { markdownSwitch } from './markdown-switch.ts';
import { createPastTexts, type PastTexts } from './past-texts.ts';
import { createRunningUploads, type RunningUploads } from './pictures/running-uploads.ts';

/** The field of the long description, for components that need more than its text. */
export interface WrittenOn {
  /** The formatted editor; undefined while the plain field is shown. */
  readonly live: LiveEditor | undefined;
  readonly setLive: (editor: LiveEditor | undefined) => void;
  /** Whether the plain field with Markdown source is used. */
  readonly isMarkdown: boolean;
  /** For this visit only. */
  readonly showMarkdown: () => void;
  /** Stores the preference. */
  readonly chooseMarkdown: (isWanted: boolean) => void;
  /** Undo history of the plain field. */
  readonly past: PastTexts;
  /** Puts what was typed last into the form. */
  readonly handOn: () => void;
  /** Uploads of the text's pictures and of the cover. */
  readonly uploads: RunningUploads;
}

export function useWrittenOn(): WrittenOn {
  const [live, setLive] = useState<LiveEditor>();
  /** The same, for work that outlasts a render. */
  const latest = useRef<LiveEditor>(undefined);
  const [uploads] = useState(createRunningUploads);
  const [past] = useState(() => createPastTexts());
  const [isShown, setShown] = useState(false);
  const isChosen = useRememberedSwitch(markdownSwitch);
  return {
    live,
    setLive(editor) {
      latest.current = editor;
      setLive(editor);
    },
    isMarkdown: isChosen || isShown,
    showMarkdown: () => setShown(true),
    chooseMarkdown(isWanted) {
      setShown(false);
      markdownSwitch.set(isWanted);
    },
    past,
    handOn: () => latest.current?.handOn(),
    uploads,
  };
}
