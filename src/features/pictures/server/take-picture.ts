import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../../../platform/contract/problems.ts';
import { readPictureName } from '../../../platform/text/own-picture.ts';
import type { Storage } from '../../../storage/storage.ts';
import { notAPicture, tooManyPixels } from '../contract/pictures.ts';
import { diskProblem, type PictureFolder } from './picture-folder.ts';
import type { MadePicture } from './picture-job.ts';
import type { PictureMaker } from './picture-maker.ts';
import { storeUnowned } from './picture-store.ts';

export interface TakeParts {
  readonly storage: Storage;
  readonly folder: PictureFolder;
  readonly maker: PictureMaker;
}

/** The name of an imported picture, or the reason why it was refused. */
export type TakenPicture = { readonly name: string } | { readonly reason: string };

/** Members' uploads have priority: an import retries for up to a minute, with a backoff. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

async function makeInTurn(maker: PictureMaker, job: Parameters<PictureMaker['make']>[0]) {
  for (const waitMs of waitsMs) {
    try {
      return await maker.make(job, 'import');
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503) throw error;
      await wait(waitMs);
    }
  }
  return maker.make(job, 'import');
}

function nameOf(made: MadePicture): { name: string; bytes: number } {
  if (made.outcome === 'made' && readPictureName(made.name)) return made;
  if (made.outcome === 'failed') {
    throw diskProblem(Object.assign(new Error(made.reason), { code: made.code }));
  }
  throw made.outcome === 'too-many-pixels' ? tooManyPixels() : notAPicture();
}

/**
 * Imports pictures: they are encoded anew, as every upload, and kept until staff take them down. Returns the reason if
 * a picture is refused; throws if none can be stored at the moment.
 */
export function createPictureTaker({ storage, folder, maker }: TakeParts) {
  return async (bytes: AsyncIterable<Uint8Array>): Promise<TakenPicture> => {
    try {
      const coming = await folder.receive(bytes);
      try {
        const { name, bytes: size } = nameOf(await makeInTurn(maker, coming));
        const row = { name, bytes: size, now: Date.now() };
        await storage.write((write) => storeUnowned(write, row));
        await folder.place(coming, name);
        return { name };
      } finally {
        await coming.drop();
      }
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return { reason: error.message };
      throw error;
    }
  };
}
