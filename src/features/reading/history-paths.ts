/** Paragraphs of a text whose hashes are kept at most. Apart from the contract: the script in a text needs no schemas. */
export const knownBlocksMax = 500;

/** Where the member stopped reading a blog. */
export const placePath = (blogId: string) => `/api/history/${blogId}`;

/** Where a member stopped, as it is sent and kept. */
export interface Place {
  /** The paragraph, from 0. */
  readonly block: number;
  /** What it said, as a hash of 32 bits, signed. */
  readonly hash: number;
  /** Percent of the text that is behind it. */
  readonly share: number;
  readonly isFinished: boolean;
  /** Hashes of what was read: 4 bytes each, in base64. */
  readonly known: string;
}

export interface KnownPlace {
  /** The member's own id: what is sent names it, so that nobody's place is kept as the next one's on the same device. */
  readonly reader: string;
  /** False where the member wants no history. */
  readonly isKept: boolean;
  /** Null where none is kept, or the blog isn't visible. */
  readonly place: Place | null;
}
