import type { Selection } from './markdown-commands.ts';

/** A text as it was, and what was selected in it. */
export interface PastText {
  readonly text: string;
  readonly selection: Selection;
}

/** What was typed in a plain field, for the editor that takes its place: a browser hands nobody its own undo. */
export interface PastTexts {
  /** The oldest first; the last is the text as it was seen last. */
  readonly all: () => readonly PastText[];
  /** The text has been put there, and what was before can't be had back. */
  begin(text: string): void;
  /** Somebody changed the text. */
  changed(text: string, selection: Selection): void;
}

/** Changes that follow each other within so many milliseconds are one. */
const togetherMs = 500;
const textsMax = 50;
/** Characters of all of them. */
const charactersMax = 4_000_000;

export function createPastTexts(now: () => number = Date.now): PastTexts {
  let texts: PastText[] = [];
  let changedAt = Number.NEGATIVE_INFINITY;

  return {
    all: () => texts,
    begin(text) {
      texts = [{ text, selection: { start: 0, end: 0 } }];
      changedAt = Number.NEGATIVE_INFINITY;
    },
    changed(text, selection) {
      const last = texts.at(-1);
      if (last?.text === text) return;
      const time = now();
      // The first is what was before anything was typed.
      const goesOn = texts.length > 1 && time - changedAt < togetherMs;
      changedAt = time;
      if (goesOn) texts.pop();
      texts.push({ text, selection });
      const isTooMuch = () => texts.reduce((sum, one) => sum + one.text.length, 0) > charactersMax;
      while (texts.length > 1 && (texts.length > textsMax || isTooMuch())) texts.shift();
    },
  };
}
