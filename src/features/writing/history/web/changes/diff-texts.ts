import { diffLines, diffWordsWithSpace } from 'diff';

/** Milliseconds for a comparison; after that the texts count as entirely different. */
const timeout = 300;

/** Whole lines of two texts: equal in both, or the lines of each side. */
export type DiffSegment =
  | { readonly isSame: true; readonly text: string }
  | { readonly isSame: false; readonly before: string; readonly after: string };

/** The segments of two texts in order. Joined per side they give the exact texts. */
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

/** The words of one side of a changed segment, marked where the other side lacks them. */
export function wordsOfSide(own: string, other: string): readonly Words[] {
  const changes = diffWordsWithSpace(other, own, { timeout });
  if (!changes) return [{ text: own, isChanged: true }];
  return changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, isChanged: added }));
}
