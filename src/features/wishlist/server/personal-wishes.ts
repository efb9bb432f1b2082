import type { Storage } from '../../../storage/storage.ts';

/** What this feature keeps of a person: what they want to read. */
export function personalWishes(storage: Storage) {
  return {
    name: 'wishlist',
    /** Oldest first. */
    collect(personId: string): Promise<unknown> {
      return storage.reader
        .selectFrom('wishes')
        .select(['id', 'blog_id', 'title', 'created_at'])
        .where('person_id', '=', personId)
        .orderBy('id')
        .execute();
    },
    /** They go with the account. */
    async release(): Promise<void> {},
  };
}
