import type { z } from 'zod';
import type { Write } from '../storage/storage.ts';

/** Personal data of a feature, for the download of a person's data and the deletion of their account. */
export interface PersonalData {
  /** Its key in the downloaded file, such as `blogs`. */
  readonly name: string;
  /** The exported fields of a row; others are left out. */
  readonly row: z.ZodType;
  /** All rows of this person as JSON, one by one: only one long text is in memory at a time. */
  rowsOf(personId: string): AsyncIterable<unknown>;
  /**
   * Hides the person's public data, in the write that deletes the account; `restore` reverts it. Blogs are kept without
   * their author, or removed too, as the person chose. Private data stays, since reading it needs the person's session.
   * Absent where nothing is public.
   */
  readonly release?: (write: Write, personId: string, blogs: 'keep' | 'remove') => Promise<void>;
  /** Reverts `release`, in the write that restores the account. */
  readonly restore?: (write: Write, personId: string) => Promise<void>;
  /**
   * Deletes a batch of data that may be large, in a write of its own, before the account ends for good. False where
   * nothing is left.
   */
  readonly endSome?: (write: Write, personId: string) => Promise<boolean>;
  /**
   * Deletes data that would outlive the person, in the write in which the account ends for good. Foreign keys delete or
   * clear all rows that refer to the person.
   */
  readonly end?: (write: Write, personId: string) => Promise<void>;
  /** Data stored under an address, with or without an account; absent where there is none. */
  readonly address?: AddressData;
}

/** Data that a feature stores under e-mail addresses in lower case and NFC. */
export interface AddressData {
  rowsOf(email: string): AsyncIterable<unknown>;
  end(write: Write, email: string): Promise<void>;
}
