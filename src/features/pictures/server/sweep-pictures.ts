import { setTimeout as wait } from 'node:timers/promises';
import { personTag } from '../../../identity/person.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import { namedPictures } from './named-pictures.ts';
import type { PictureFolder } from './picture-folder.ts';
import { dropNobodys, isAnybodys, noteUses, ownersDue, putBack } from './picture-store.ts';
import type { PicturesTable } from './tables.ts';

/** People whose texts are looked through in one go of the sweep; who is left comes with the next. */
const peopleAtOnce = 200;
/** Milliseconds between two people, in which everybody else has the database for themselves. */
const pauseMs = 20;

export interface SweepParts {
  readonly storage: Storage;
  readonly folder: PictureFolder;
  /** Everything that the site keeps of a person's words, piece by piece: what names a picture keeps it. */
  readonly textsOf: (personId: string) => AsyncIterable<string>;
  readonly now?: () => number;
}

/** Hears whether something of a person has changed since it was made. */
function watch(storage: Storage, personId: string) {
  let hasChanged = false;
  const stop = storage.onChange((tags) => {
    hasChanged ||= tags.includes(everything) || tags.includes(personTag(personId));
  });
  return {
    stop,
    hasChanged(): boolean {
      storage.checkForChanges();
      return hasChanged;
    },
  };
}

async function namesIn(texts: AsyncIterable<string>): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const text of texts) {
    for (const name of namedPictures(text)) names.add(name);
  }
  return names;
}

/**
 * Removes the pictures that none of their owner's texts has named for a week. Texts of others keep no picture: otherwise a
 * stranger could keep a picture that its owner deleted, and fill their account. Each person's texts are read once a week
 * at most, one row after the other; a person who writes meanwhile is checked the next time.
 */
export async function sweepPictures(parts: SweepParts): Promise<void> {
  const { storage, folder, textsOf, now = Date.now } = parts;
  async function remove(gone: readonly PicturesTable[]): Promise<void> {
    for (const [index, { name }] of gone.entries()) {
      try {
        await folder.remove(name, () => isAnybodys(storage.writer, name));
      } catch (error) {
        // Without a row nobody would look for them again.
        await storage.write((write) => putBack(write, gone.slice(index)));
        throw error;
      }
    }
  }
  for (const personId of await ownersDue(storage.reader, now(), peopleAtOnce)) {
    const changes = watch(storage, personId);
    try {
      const used = await namesIn(textsOf(personId));
      const locks = { lockKeys: [personTag(personId)] };
      const gone = await storage.write(
        async (write) =>
          changes.hasChanged() ? [] : noteUses(write, personId, { used, now: now() }),
        locks,
      );
      // The notices of what was committed together with it come only now.
      if (changes.hasChanged()) await storage.write((write) => putBack(write, gone), locks);
      else await remove(gone);
    } finally {
      changes.stop();
    }
    await wait(pauseMs);
  }
  await remove(await storage.write((write) => dropNobodys(write, now()), { lockKeys: ['sweep'] }));
  await folder.tidy(now());
}
