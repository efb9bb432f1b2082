import type { Write } from '../../../storage/storage.ts';
import type { TextKind } from '../../held.ts';

/** A text that its author is about to publish or to save. */
export interface WrittenText {
  readonly kind: TextKind;
  readonly personId: string;
  /** All that readers would see of it. */
  readonly texts: readonly string[];
}

/**
 * Says within a write why the text has to wait until staff have looked at it, in words for its writer; undefined where it
 * may be seen. Throws `too-many-waiting`.
 */
export type Verdict = (write: Write) => Promise<string | undefined>;

/** Looks at a text ahead of its write: what takes time is done before. Undefined where nothing is ever held. */
export type Review = (text: WrittenText) => Verdict | undefined;

export const noReview: Review = () => undefined;
