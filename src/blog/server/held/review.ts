import type { Write } from '../../../storage/storage.ts';
import type { TextKind } from '../../held.ts';

/** A text before it is published or saved. */
export interface WrittenText {
  readonly kind: TextKind;
  readonly personId: string;
  /** All parts that readers would see. */
  readonly texts: readonly string[];
}

/**
 * Decides within a write why the text has to wait for review, in words for its author; undefined where it may be
 * visible. Throws `too-many-waiting`.
 */
export type Verdict = (write: Write) => Promise<string | undefined>;

/**
 * Analyses a text ahead of its write, so that slow work stays outside the transaction. Undefined where nothing is ever
 * held.
 */
export type Review = (text: WrittenText) => Verdict | undefined;

export const noReview: Review = () => undefined;
