/** What is drawn on a picture to share. */
export interface ShareJob {
  readonly siteName: string;
  readonly title: string;
  /** Who wrote it, or what it is about; empty for nothing. */
  readonly byline: string;
  /** The bytes of a picture; undefined for words alone. */
  readonly cover: Uint8Array | undefined;
  /** Of the letters' files. */
  readonly fontFolder: string;
}

export type DrawnPicture =
  | { readonly outcome: 'drawn'; readonly jpeg: Uint8Array }
  | { readonly outcome: 'failed'; readonly reason: string };
