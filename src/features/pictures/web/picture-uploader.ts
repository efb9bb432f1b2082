import type { PictureUploader } from '../../../platform/web/ui/pictures/picture-uploader.ts';
import { PictureField } from './picture-field.tsx';
import { sendPicture } from './upload-picture.ts';

/** Uploads pictures to the site itself. */
export const pictureUploader: PictureUploader = { Field: PictureField, send: sendPicture };
