import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';

/** Maximum size of an uploaded file, in bytes. */
export const pictureBytesMax = 20 * 1_024 * 1_024;
/** Maximum number of pixels: those of the largest sensor in a common phone. A decoded pixel takes four bytes. */
export const picturePixelsMax = 8_192 * 6_144;

export const emptyFile = 'This file is empty.';
export const drawingRefused =
  'SVG drawings can hold programs, so they are not taken. Please save it as PNG.';

/** The message says what the file is instead. */
export const notAPicture = defineProblem(
  'not-a-picture',
  400,
  'This file is not a picture that can be shown here. JPEG, PNG, WebP, AVIF and GIF are.',
);
export const tooManyPixels = defineProblem(
  'too-many-pixels',
  413,
  'This picture has too many pixels: 50 million are the most, such as 8,000 by 6,000.',
);
export const pictureTooHeavy = defineProblem(
  'picture-too-heavy',
  413,
  'This file is too large: a picture may have 20 MB.',
);
/** Retrying later helps: the sweep deletes unused pictures. */
export const noRoomForPictures = defineProblem(
  'no-room-for-pictures',
  413,
  'Your account is full of pictures. Those that none of your texts shows go by themselves within two weeks.',
);
export const enoughPicturesToday = defineProblem(
  'enough-pictures-today',
  429,
  'You have put as many pictures here as one may in a day.',
);
export const pictureTakenDown = defineProblem(
  'picture-taken-down',
  409,
  'Those who keep this site in order took this picture down: it can’t be put here again.',
);
export const pictureRunning = defineProblem(
  'picture-running',
  429,
  'Your last picture is still being made ready. Please try again in a moment.',
);

const uploadedPictureSchema = z.object({
  /** Valid in every field for a picture's address: Image URL, Photo URL, Markdown. */
  address: z.string(),
  /** In pixels, of the stored picture. */
  width: z.int(),
  height: z.int(),
  /** Main colour, such as `#a0b1c2`. */
  colour: z.string(),
});
export type UploadedPicture = z.output<typeof uploadedPictureSchema>;

export const uploadPicture = defineEndpoint({
  method: 'POST',
  path: '/api/pictures',
  access: 'member',
  tokens: 'write',
  summary:
    'Puts a picture on the site: the file itself is the body. Position, camera and all else that it tells beside its pixels is dropped. The same picture sent again is the same picture.',
  takes: 'bytes',
  reply: uploadedPictureSchema,
  status: 201,
  refusals: [
    notAPicture,
    tooManyPixels,
    pictureTooHeavy,
    noRoomForPictures,
    enoughPicturesToday,
    pictureTakenDown,
    pictureRunning,
    tooManyRequests,
  ],
});
