import type { Storage, Write } from '../storage/storage.ts';
import type { AddressData, PersonalData } from './personal-data.ts';
import { provenEmailOf } from './proven-email.ts';

interface KeptByAddress extends Pick<PersonalData, 'name' | 'row'>, AddressData {
  readonly release?: (write: Write, email: string) => Promise<void>;
  readonly restore?: (write: Write, email: string) => Promise<void>;
}

/** Data stored under an address, as personal data of the person who has verified it. */
export function personalByAddress(storage: Storage, kept: KeptByAddress): PersonalData {
  const { name, row, rowsOf, end, release, restore } = kept;
  const ofPerson =
    (work?: (write: Write, email: string) => Promise<void>) =>
    async (write: Write, personId: string) => {
      const email = await provenEmailOf(write.db, personId);
      if (email !== undefined) await work?.(write, email);
    };
  return {
    name,
    row,
    address: { rowsOf, end },
    async *rowsOf(personId) {
      const email = await provenEmailOf(storage.reader, personId);
      if (email !== undefined) yield* rowsOf(email);
    },
    release: ofPerson(release),
    restore: ofPerson(restore),
    end: ofPerson(end),
  };
}
