import type { PictureWay } from '../../../platform/web/ui/pictures/picture-way.ts';
import { PictureField } from './picture-field.tsx';
import { sendPicture } from './upload-picture.ts';

/** Uploads pictures to the site itself. */
export const pictureWay: PictureWay = { Field: PictureField, send: sendPicture };
