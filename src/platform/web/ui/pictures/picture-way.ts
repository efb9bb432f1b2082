import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

export interface PictureFieldProps {
  /** Gets the address of a picture that is on the site now. */
  readonly onPicture: (address: string) => void;
  /** The field of the address. */
  readonly children: ReactNode;
}

/** Puts a picture on the site; resolves to its address. Throws a `Problem`, a `TypeError` without a connection, or the signal's reason. */
export type SendPicture = (
  queries: QueryClient,
  file: Blob,
  options: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
) => Promise<{ readonly address: string }>;

/** How pictures are uploaded. Pages pass it to the features whose forms take pictures. */
export interface PictureWay {
  /** The field of a picture's address, with another way to fill it. */
  readonly Field: ComponentType<PictureFieldProps>;
  readonly send: SendPicture;
}
