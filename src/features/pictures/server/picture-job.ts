/** An uploaded file, and the empty folder for what is made from it. */
export interface PictureJob {
  readonly file: string;
  readonly folder: string;
}

/** `name` is valid for `readPictureName`; `bytes` is the total of all its files. */
export type MadePicture =
  | { readonly outcome: 'made'; readonly name: string; readonly bytes: number }
  | { readonly outcome: 'too-many-pixels' }
  | { readonly outcome: 'not-a-picture' | 'too-slow'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly code: string; readonly reason: string };
