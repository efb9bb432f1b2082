import { z } from 'zod';
import { textsLeftBy } from '../../../blog/server/held/held-texts.ts';
import { ownPictureAddress } from '../../../platform/text/own-picture.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { namedPictures } from './named-pictures.ts';
import { disownPictures, picturesOf } from './picture-store.ts';

const pictureSchema = z.object({ address: z.string(), bytes: z.number(), created_at: z.number() });
/** Their key in an export of a person's data. */
export const picturesName = 'pictures';

/** The names in the person's blogs that stay without an author. */
async function shownByNobody({ db }: Write, personId: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const blog of textsLeftBy(db, personId)) {
    for (const name of namedPictures(`${blog.image_url} ${blog.long_description}`)) names.add(name);
  }
  return names;
}

/**
 * The pictures that a person uploaded. They are deleted with the account, except those shown in a blog that stays; the
 * sweep removes the files of pictures without a row.
 */
export function personalPictures(storage: Storage) {
  return {
    name: picturesName,
    row: pictureSchema,
    /** Oldest first; each is short. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      for (const { name, bytes, created_at } of await picturesOf(storage.reader, personId)) {
        yield { address: ownPictureAddress({ name }), bytes, created_at };
      }
    },
    async end(write: Write, personId: string): Promise<void> {
      await disownPictures(write, personId, await shownByNobody(write, personId));
    },
  };
}
