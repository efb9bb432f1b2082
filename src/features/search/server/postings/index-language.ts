import { partMark } from '../../../../blog/server/text-index.ts';
import type { AnyOf, IndexQuery } from './postings.ts';

const everyText: AnyOf = { keys: [partMark] };

/**
 * The query syntax of both indexes. Keys consist of letters, digits and the site's own signs, none of which is syntax.
 */
export interface Language {
  readonly word: (key: string) => string;
  readonly or: string;
  readonly and: string;
  readonly without: string;
}

/** A query in the syntax of an index. */
export function written({ all, none, within }: IndexQuery, language: Language): string {
  const { word, or, and, without } = language;
  const narrowed = within ? [...all, within] : all;
  const wanted = (narrowed.length > 0 ? narrowed : [everyText]).map(
    ({ keys }) => `(${keys.map(word).join(or)})`,
  );
  const unwanted = none.map(word);
  const exclusion = unwanted.length > 0 ? `${without}(${unwanted.join(or)})` : '';
  return `((${wanted.join(and)})${exclusion})`;
}

/** The longest words, which are usually the rarest, first. */
export const byLength = ({ keys: [one = ''] }: AnyOf, { keys: [other = ''] }: AnyOf) =>
  other.length - one.length;
