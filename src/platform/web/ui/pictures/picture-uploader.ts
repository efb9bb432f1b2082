import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

export interface PictureFieldProps {
  /** Called with the address of an uploaded picture. */
  readonly onPicture: (address: string) => void;
  /** Called with each upload, which resolves to false where it fails, and to true where it is cancelled. */
  readonly onSending?: (upload: Promise<boolean>) => void;
  /** The input for the address. */
  readonly children: ReactNode;
}

/**
 * Uploads a picture; resolves to its address. Throws a `Problem`, a `TypeError` without a connection, or the signal's
 * reason.
 */
export type SendPicture = (
  queries: QueryClient,
  file: Blob,
  options: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
) => Promise<{ readonly address: string }>;

/** How pictures are uploaded. Pages pass it to the features whose forms take pictures. */
export interface PictureUploader {
  /** The input for a picture's address with the upload beside it. */
  readonly Field: ComponentType<PictureFieldProps>;
  readonly send: SendPicture;
}
