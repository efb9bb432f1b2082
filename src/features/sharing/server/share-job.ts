/** The content of a preview picture. */
export interface ShareJob {
  readonly siteName: string;
  readonly title: string;
  /** The author or a description; empty for none. */
  readonly byline: string;
  /** The bytes of the cover; undefined for a picture with text only. */
  readonly cover: Uint8Array | undefined;
  /** The folder of the font files. */
  readonly fontFolder: string;
}

export type DrawnPicture =
  | { readonly outcome: 'drawn'; readonly jpeg: Uint8Array }
  | { readonly outcome: 'failed'; readonly reason: string };
