import type { ForeignText } from '../foreign.ts';

type Audience = ForeignText['audience'];

/** The readers of a part of a text that wasn't for everybody. */
export type LimitedReaders = 'signed-in' | 'paying';

/** From the widest to the narrowest. */
const audiences: readonly Audience[] = [
  'everybody',
  'unmarked',
  'signed-in',
  'password',
  'invited',
  'paying',
];

/** The narrowest of the audiences of a text and its parts: a text is brought in as a whole. */
export function narrowest<Given extends Audience>(
  first: Given,
  ...others: readonly (Given | undefined)[]
): Given {
  return others.reduce<Given>(
    (least, one) =>
      one !== undefined && audiences.indexOf(one) > audiences.indexOf(least) ? one : least,
    first,
  );
}

/** A sentence for the report on a text of which not everybody could read all. */
export function noteOfPart(readers: LimitedReaders): string {
  const who = readers === 'paying' ? 'paying' : 'signed-in';
  return `A part of it was only for ${who} readers there, so that all of it counts as theirs.`;
}
