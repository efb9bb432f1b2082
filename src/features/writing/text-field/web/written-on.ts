import { useState } from 'react';
import { useRememberedSwitch } from '../../../../platform/web/remembered-switch.ts';
import type { LiveEditor } from './live/live-editor.ts';
import { markdownSwitch } from './markdown-switch.ts';
import { createPastTexts, type PastTexts } from './past-texts.ts';

/** What the long description is written on, for those who need more than its text. */
export interface WrittenOn {
  /** The editor whose text looks as it will be read; undefined while a plain field stands there. */
  readonly live: LiveEditor | undefined;
  readonly setLive: (editor: LiveEditor | undefined) => void;
  /** Whether one writes the text's Markdown, in a plain field. */
  readonly isMarkdown: boolean;
  /** For this visit. */
  readonly showMarkdown: () => void;
  /** From now on, or no longer. */
  readonly chooseMarkdown: (isWanted: boolean) => void;
  /** What was typed in the plain field. */
  readonly past: PastTexts;
}

export function useWrittenOn(): WrittenOn {
  const [live, setLive] = useState<LiveEditor>();
  const [past] = useState(() => createPastTexts());
  const [isShown, setShown] = useState(false);
  const isChosen = useRememberedSwitch(markdownSwitch);
  return {
    live,
    setLive,
    isMarkdown: isChosen || isShown,
    showMarkdown: () => setShown(true),
    chooseMarkdown(isWanted) {
      setShown(false);
      markdownSwitch.set(isWanted);
    },
    past,
  };
}
