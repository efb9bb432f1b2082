/** A rendered text. */
export interface Layout {
  /** Sanitized. */
  readonly html: string;
  /** Number of visible words. */
  readonly wordCount: number;
  /** Number of pictures without an alternative text. */
  readonly undescribed: number;
  /** Offset of the first such picture in the text, in UTF-16 code units. */
  readonly undescribedAt?: number | undefined;
}

/**
 * Minimum CPU time for every text, in milliseconds: an ordinary one needs about 10, the first in a new thread about 50.
 */
const leastCpuMs = 1_000;
/**
 * The largest real texts, changelogs of 850,000 characters, need 4 ms per 1,000 characters on an ordinary server: a
 * third of this.
 */
const cpuMsPerCharacter = 0.012;

/** CPU time limit in milliseconds for rendering a text, proportional to its length, as real texts need it. */
export function layoutCpuMs(characters: number): number {
  return leastCpuMs + characters * cpuMsPerCharacter;
}

/** Message to an author whose text takes too much time or memory to render, or results in too large a page. */
export const tooIntricate =
  'This text is too intricate to be laid out. Please simplify or split it: look for long runs of the same mark, such as quotes, brackets or underscores.';
