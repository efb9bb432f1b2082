import type { ComponentType, ReactNode } from 'react';

export interface PictureWayProps {
  /** Gets the address of a picture that is on the site now. */
  readonly onPicture: (address: string) => void;
  /** The field of the address. */
  readonly children: ReactNode;
}

/** Another way to fill the field of a picture's address. Pages hand it to the features whose forms have such a field. */
export type PictureWay = ComponentType<PictureWayProps>;
