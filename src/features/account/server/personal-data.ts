import type { Write } from '../../../storage/storage.ts';

/** What one feature keeps of people; each feature hands its own to the account page. */
export interface PersonalData {
  /** Its name in the file that a person downloads, such as `blogs`. */
  readonly name: string;
  /** Everything of this person, as JSON. */
  collect(personId: string): Promise<unknown>;
  /**
   * Lets go of the person inside the write that deletes the account. What only refers to the person is dropped or
   * emptied by the database itself; blogs are kept without their author, or removed, as the person chose.
   */
  release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void>;
}
