import {
  type OwnPicture,
  ownPictureFormats,
  readPictureName,
  widthsOf,
} from '../../../../platform/text/own-picture.ts';
import { pictureTypes } from '../serve-pictures.ts';

/** Prefix of all keys, so that a bucket can hold other data as well. */
export const keyPrefix = 'uploads/';

export const keyOf = (name: string, file: string) => `${keyPrefix}${name}/${file}`;

/** The file that is written last and removed first: if it exists, the picture is complete. */
export const lastOf = ({ width }: OwnPicture) => `${width}.jpg`;

/** Every file of a picture, in the order of writing. */
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

/** The files of a picture; none if `name` isn't a picture's name. */
export function filesNamed(name: string): readonly string[] {
  const picture = readPictureName(name);
  return picture ? filesOf(picture) : [];
}
