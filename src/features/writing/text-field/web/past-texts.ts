import type { Selection } from './markdown-commands.ts';

/** A former text with its selection. */
export interface PastText {
  readonly text: string;
  readonly selection: Selection;
}

/** Undo history of the plain field, for the editor that replaces it: a browser's own isn't accessible. */
export interface PastTexts {
  /** Oldest first; the last is the current text. */
  readonly all: () => readonly PastText[];
  /** Starts a new history with this text. */
  begin(text: string): void;
  /** Records an edit. */
  changed(text: string, selection: Selection): void;
}

/** Edits within this many milliseconds of each other are merged. */
const togetherMs = 500;
const textsMax = 50;
/** Total characters of all texts. */
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
      // The first text is the state before any edit.
      const goesOn = texts.length > 1 && time - changedAt < togetherMs;
      changedAt = time;
      if (goesOn) texts.pop();
      texts.push({ text, selection });
      const isTooMuch = () => texts.reduce((sum, one) => sum + one.text.length, 0) > charactersMax;
      while (texts.length > 1 && (texts.length > textsMax || isTooMuch())) texts.shift();
    },
  };
}
