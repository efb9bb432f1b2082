import type { z } from 'zod';
import type { Write } from '../storage/storage.ts';

/** What a feature keeps of people, for the download of their data and for the end of their account. */
export interface PersonalData {
  /** Its name in the file that a person downloads, such as `blogs`. */
  readonly name: string;
  /** What of a row may leave: a field that it doesn't name stays in. */
  readonly row: z.ZodType;
  /** Everything of this person, as JSON, row by row: a long text is never in memory beside another. */
  rowsOf(personId: string): AsyncIterable<unknown>;
  /**
   * Takes whatever others could see of the person out of sight, inside the write that deletes the account, so that
   * `restore` can bring it back. Blogs are kept without their author, or go too, as the person chose. What only the
   * person themselves could see stays: without a session nobody does. Absent where there is nothing but that.
   */
  readonly release?: (write: Write, personId: string, blogs: 'keep' | 'remove') => Promise<void>;
  /** Puts it where it was, inside the write that calls the account back. */
  readonly restore?: (write: Write, personId: string) => Promise<void>;
  /**
   * Drops some of what ends with the account and may be much, in a write of its own, ahead of the one in which it ends.
   * False where nothing is left of it.
   */
  readonly endSome?: (write: Write, personId: string) => Promise<boolean>;
  /**
   * Drops what would outlast the person, inside the write in which the account ends for good. All that refers to the
   * person is dropped or emptied by the database itself.
   */
  readonly end?: (write: Write, personId: string) => Promise<void>;
}
