/** A text as readers get it. */
export interface Layout {
  /** Sanitized. */
  readonly html: string;
  /** How many words a reader reads. */
  readonly wordCount: number;
  /** How many of its pictures have no words for those who can't see them. */
  readonly undescribed: number;
  /** Where the first of them begins, in UTF-16 units of the text. */
  readonly undescribedAt?: number | undefined;
}

/** What every text may compute, in milliseconds: an ordinary one needs some 10, the first in a new thread some 50. */
const leastCpuMs = 1_000;
/** The largest honest texts, changelogs of 850,000 characters, need 4 ms for each 1,000 on a plain server: a third of this. */
const cpuMsPerCharacter = 0.012;

/** Milliseconds that laying out a text of so many characters may compute: in proportion, as honest texts take it. */
export function layoutCpuMs(characters: number): number {
  return leastCpuMs + characters * cpuMsPerCharacter;
}

/** The message to an author whose text takes too much time or memory, or becomes too large a page. */
export const tooIntricate =
  'This text is too intricate to be laid out. Please simplify or split it: look for long runs of the same mark, such as quotes, brackets or underscores.';
