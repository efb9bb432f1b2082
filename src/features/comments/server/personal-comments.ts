import type { Storage } from '../../../storage/storage.ts';

/** What this feature keeps of a person: what they said. */
export function personalComments(storage: Storage) {
  return {
    name: 'comments',
    /** Oldest first. */
    collect(personId: string): Promise<unknown> {
      return storage.reader
        .selectFrom('comments')
        .select(['id', 'blog_id', 'text', 'created_at'])
        .where('person_id', '=', personId)
        .orderBy('id')
        .execute();
    },
    /** They go with the account. */
    async release(): Promise<void> {},
  };
}
