import { diffLines, diffWordsWithSpace } from 'diff';

/** Milliseconds that a comparison may take: then the texts are two, and no more is said. */
const timeout = 300;

/** A segment of two texts, whole lines: the same in both, or what stands in each. */
export type DiffSegment =
  | { readonly isSame: true; readonly text: string }
  | { readonly isSame: false; readonly before: string; readonly after: string };

/** Two texts as their segments, in order; joined again they are the texts to the letter. */
export function diffTexts(before: string, after: string): readonly DiffSegment[] {
  if (before === after) return before === '' ? [] : [{ isSame: true, text: before }];
  const changes = diffLines(before, after, { timeout });
  if (!changes) return [{ isSame: false, before, after }];
  const segments: DiffSegment[] = [];
  for (const { value, added, removed } of changes) {
    const last = segments.at(-1);
    if (!added && !removed) segments.push({ isSame: true, text: value });
    else if (last && !last.isSame) {
      segments[segments.length - 1] = {
        isSame: false,
        before: last.before + (removed ? value : ''),
        after: last.after + (added ? value : ''),
      };
    } else {
      segments.push({ isSame: false, before: removed ? value : '', after: added ? value : '' });
    }
  }
  return segments;
}

export interface Words {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The words of one side of a changed segment, and which of them the other side doesn't have. */
export function wordsOfSide(own: string, other: string): readonly Words[] {
  const changes = diffWordsWithSpace(other, own, { timeout });
  if (!changes) return [{ text: own, isChanged: true }];
  return changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, isChanged: added }));
}
