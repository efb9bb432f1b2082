import {
  type OwnPicture,
  ownPictureFormats,
  readPictureName,
  widthsOf,
} from '../../../../platform/text/own-picture.ts';
import { pictureTypes } from '../serve-pictures.ts';

/** What all keys begin with, so that a bucket may hold other things as well. */
export const keyPrefix = 'uploads/';

export const keyOf = (name: string, file: string) => `${keyPrefix}${name}/${file}`;

/** The file that is put last and goes first: with it all of a picture is there. */
export const lastOf = ({ width }: OwnPicture) => `${width}.jpg`;

/** Every file of a picture, the one that is put last at the end. */
export function filesOf(picture: OwnPicture): readonly string[] {
  return [...othersOf(picture), lastOf(picture)];
}

/** The other files of a picture. */
export function othersOf(picture: OwnPicture): readonly string[] {
  return widthsOf(picture)
    .flatMap((width) => ownPictureFormats.map((format) => `${width}.${format}`))
    .filter((file) => file !== lastOf(picture));
}

export function pictureNamed(name: string): OwnPicture {
  const picture = readPictureName(name);
  if (!picture) throw new Error(`${name} names no picture.`);
  return picture;
}

export function typeOf(file: string): string {
  const format = ownPictureFormats.find((one) => file.endsWith(`.${one}`));
  return format ? pictureTypes[format] : 'application/octet-stream';
}

/** The files that belong to a picture of this name; none for what is no picture's name. */
export function filesNamed(name: string): readonly string[] {
  const picture = readPictureName(name);
  return picture ? filesOf(picture) : [];
}
