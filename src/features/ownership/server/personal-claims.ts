import { z } from 'zod';
import { personalByAddress } from '../../../identity/personal-by-address.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import type { Storage } from '../../../storage/storage.ts';

/** The imported authors with this address: stored by address, with or without an account. */
export function personalClaims(storage: Storage): PersonalData {
  return personalByAddress(storage, {
    name: 'imported-author',
    row: z.object({ email: z.string(), name: z.string() }),
    async *rowsOf(email) {
      yield* await storage.reader
        .selectFrom('imported_authors')
        .innerJoin('people', 'people.id', 'imported_authors.person_id')
        .select(['imported_authors.email', 'people.name'])
        .where('imported_authors.email', '=', email)
        .execute();
    },
    async end({ db }, email) {
      await db.deleteFrom('imported_authors').where('email', '=', email).execute();
    },
  });
}
