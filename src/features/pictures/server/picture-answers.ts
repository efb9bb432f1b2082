import { type Answer, answer } from '../../../identity/answer.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { unavailable } from '../../../platform/contract/problems.ts';
import { runUntracked } from '../../../platform/http/answers/commit-tracking.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { ownPictureAddress, readPictureName } from '../../../platform/text/own-picture.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  notAPicture,
  pictureBytesMax,
  pictureTooHeavy,
  tooManyPixels,
  type UploadedPicture,
  uploadPicture,
} from '../contract/pictures.ts';
import { diskProblem, type PictureFolder } from './picture-folder.ts';
import type { MadePicture } from './picture-job.ts';
import type { PictureMaker } from './picture-maker.ts';
import {
  assertRoomForPicture,
  giveUpPicture,
  notePicture,
  type PictureLimits,
} from './picture-store.ts';
import { createUploadSlots } from './upload-slots.ts';

export interface PictureParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly folder: PictureFolder;
  readonly maker: PictureMaker;
  readonly limits: PictureLimits;
  readonly now?: () => number;
}

/** Enough for an album at a time; each picture takes about a second of CPU. */
const pictureRule: RateRule = { name: 'picture', limit: 30, perMs: 5 * 60_000 };

const broken = 'This file begins like a picture, but can’t be read as one.';
const takesTooLong =
  'This picture took too long to open. Please try again, or save it as JPEG before.';

function madeOf(made: MadePicture): { name: string; bytes: number } {
  switch (made.outcome) {
    case 'made':
      return made;
    case 'too-many-pixels':
      throw tooManyPixels();
    case 'not-a-picture':
      throw notAPicture({ message: broken, cause: new Error(made.reason) });
    case 'too-slow':
      throw notAPicture({ message: takesTooLong, cause: new Error(made.reason) });
    default: {
      const cause = Object.assign(new Error(made.reason), { code: made.code });
      const problem = diskProblem(cause);
      throw problem === cause ? unavailable({ retryAfter: 5, cause }) : problem;
    }
  }
}

function present(name: string): UploadedPicture {
  const picture = readPictureName(name);
  if (!picture) throw new Error(`A picture was made that has no name: ${name}`);
  const { width, height, colour } = picture;
  return { address: ownPictureAddress(picture), width, height, colour };
}

/** Endpoints for uploads. */
export function pictureAnswers(parts: PictureParts): readonly Answer[] {
  const { storage, limiter, folder, maker, limits, now = Date.now } = parts;
  const slots = createUploadSlots(storage, now);

  async function takeIn(personId: string, bytes: AsyncIterable<Uint8Array>) {
    const coming = await folder.receive(bytes);
    try {
      const { name, bytes: size } = madeOf(await maker.make(coming, personId));
      // The row comes first: the sweep would never find files without a row. A row alone shows nothing.
      const row = { name, ownerId: personId, bytes: size, now: now() };
      const isNew = await runUntracked(() =>
        writeAs(storage, personId, (write) => notePicture(write, row, limits)),
      );
      await folder.place(coming, name).catch(async (error: unknown) => {
        // Some files may be in place, and the picture would count against the quota for a week.
        const giveUp = () => writeAs(storage, personId, (write) => giveUpPicture(write, row));
        if (isNew) await runUntracked(giveUp);
        throw error;
      });
      return present(name);
    } finally {
      await coming.drop();
    }
  }

  return [
    answer(uploadPicture, async ({ body }, { person, request }) => {
      if (Number(request.headers['content-length'] ?? 0) > pictureBytesMax) throw pictureTooHeavy();
      return slots.run(person.id, async () => {
        await assertRoomForPicture(storage.reader, person.id, { limits, now: now() });
        await limiter.take(pictureRule, person.id);
        return takeIn(person.id, body);
      });
    }),
  ];
}
