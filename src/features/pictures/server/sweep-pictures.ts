import { setTimeout as wait } from 'node:timers/promises';
import { personTag } from '../../../identity/person.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import { namedPictures } from './named-pictures.ts';
import type { PictureFolder } from './picture-folder.ts';
import { deleteUnowned, isReferenced, noteUses, ownersDue, putBack } from './picture-store.ts';
import type { PicturesTable } from './tables.ts';

/** Most people whose texts one sweep reads; the others follow in the next. */
const peopleAtOnce = 200;
/** Milliseconds between two people, which leaves the database to other requests. */
const pauseMs = 20;

export interface SweepParts {
  readonly storage: Storage;
  readonly folder: PictureFolder;
  /** All texts that the site stores of a person, in pieces: a picture named in one of them is kept. */
  readonly textsOf: (personId: string) => AsyncIterable<string>;
  readonly now?: () => number;
}

/** Whether a person's data changed since the call, or may have: a process can't know while notices are silent. */
function watch(storage: Storage, personId: string) {
  let hasChanged = false;
  const stop = storage.onChange((tags) => {
    hasChanged ||= tags.includes(everything) || tags.includes(personTag(personId));
  });
  return {
    stop,
    hasChanged(): boolean {
      try {
        storage.checkForChanges();
      } catch {
        hasChanged = true;
      }
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
 * Deletes the pictures that none of their owner's texts has named for a week. Texts of other people don't count:
 * otherwise a stranger could keep a picture that its owner deleted, and fill their quota. Each person's texts are read
 * at most once a week, row by row; a person who writes during the check is checked again in the next sweep.
 */
export async function sweepPictures(parts: SweepParts): Promise<void> {
  const { storage, folder, textsOf, now = Date.now } = parts;
  async function remove(gone: readonly PicturesTable[]): Promise<void> {
    for (const [index, { name }] of gone.entries()) {
      try {
        await folder.remove(name, () => isReferenced(storage.writer, name));
      } catch (error) {
        // Without a row no later sweep would find the files.
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
      // Changes committed at the same time are only reported after the write.
      if (changes.hasChanged()) await storage.write((write) => putBack(write, gone), locks);
      else await remove(gone);
    } finally {
      changes.stop();
    }
    await wait(pauseMs);
  }
  await remove(
    await storage.write((write) => deleteUnowned(write, now()), { lockKeys: ['sweep'] }),
  );
  await folder.tidy(now());
}
