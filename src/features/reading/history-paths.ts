/**
 * Maximum number of paragraph hashes stored per text. Separate from the contract: the article's script needs no
 * schemas.
 */
export const knownBlocksMax = 500;

/** The API path of a member's place in a blog. */
export const placePath = (blogId: string) => `/api/history/${blogId}`;

/** A member's place, as sent and stored. */
export interface Place {
  /** The paragraph, from 0. */
  readonly block: number;
  /** Signed 32-bit hash of the paragraph's text. */
  readonly hash: number;
  /** Percent of the text before that paragraph. */
  readonly share: number;
  readonly isFinished: boolean;
  /** Hashes of the paragraphs read: 4 bytes each, in base64. */
  readonly known: string;
}

export interface KnownPlace {
  /**
   * The member's own id. A request to store a place names it, so that after a change of accounts on a device no place
   * is stored for the wrong member.
   */
  readonly reader: string;
  /** False if the member switched the history off. */
  readonly isKept: boolean;
  /** Null if none is stored or the blog isn't visible. */
  readonly place: Place | null;
}
