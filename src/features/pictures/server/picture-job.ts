/** An uploaded file, and the empty folder for what is made from it. */
export interface PictureJob {
  readonly file: string;
  readonly folder: string;
}

/** The outcome. A name is what `readPictureName` reads; `bytes` is what all its files take together. */
export type MadePicture =
  | { readonly outcome: 'made'; readonly name: string; readonly bytes: number }
  | { readonly outcome: 'too-many-pixels' }
  | { readonly outcome: 'not-a-picture' | 'too-slow'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly code: string; readonly reason: string };
