import { useState } from 'react';
import type { LiveEditor } from './live/live-editor.ts';
import { createPastTexts, type PastTexts } from './past-texts.ts';

/** What the long description is written on, for those who need more than its text. */
export interface WrittenOn {
  /** The editor whose text looks as it will be read; undefined while a plain field stands there. */
  readonly live: LiveEditor | undefined;
  readonly setLive: (editor: LiveEditor | undefined) => void;
  /** Whoever only looks at a long text, or pastes one, need not have it drawn anew; who writes gets that editor. */
  readonly isTyping: boolean;
  readonly setTyping: (isTyping: true) => void;
  /** What was typed in the plain field. */
  readonly past: PastTexts;
}

export function useWrittenOn(): WrittenOn {
  const [live, setLive] = useState<LiveEditor>();
  const [isTyping, setTyping] = useState(false);
  const [past] = useState(() => createPastTexts());
  return { live, setLive, isTyping, setTyping, past };
}
