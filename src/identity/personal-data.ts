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
   * Hides what others could see of the person, in the write that deletes the account, so that `restore` can show it again.
   * Blogs are kept without their author, or go too, as the person chose. What only the person could see stays, since
   * nobody can read it without their session. Absent where there is nothing to hide.
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
  /** What is kept under an address, whether its owner has an account or not; absent where that is nothing. */
  readonly address?: AddressData;
}

/** What a feature keeps under e-mail addresses, which are lower case and NFC. */
export interface AddressData {
  rowsOf(email: string): AsyncIterable<unknown>;
  end(write: Write, email: string): Promise<void>;
}
