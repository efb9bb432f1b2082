import { diffLines, diffWordsWithSpace } from 'diff';

/** Milliseconds that a comparison may take: then the texts are two, and no more is said. */
const timeout = 300;

/** A stretch of two texts, whole lines: the same in both, or what stands in each. */
export type Stretch =
  | { readonly isSame: true; readonly text: string }
  | { readonly isSame: false; readonly before: string; readonly after: string };

/** Two texts as their stretches, in order; joined again they are the texts to the letter. */
export function stretchesOf(before: string, after: string): readonly Stretch[] {
  if (before === after) return before === '' ? [] : [{ isSame: true, text: before }];
  const changes = diffLines(before, after, { timeout });
  if (!changes) return [{ isSame: false, before, after }];
  const stretches: Stretch[] = [];
  for (const { value, added, removed } of changes) {
    const last = stretches.at(-1);
    if (!added && !removed) stretches.push({ isSame: true, text: value });
    else if (last && !last.isSame) {
      stretches[stretches.length - 1] = {
        isSame: false,
        before: last.before + (removed ? value : ''),
        after: last.after + (added ? value : ''),
      };
    } else {
      stretches.push({ isSame: false, before: removed ? value : '', after: added ? value : '' });
    }
  }
  return stretches;
}

export interface Words {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The words of one side of a changed stretch, and which of them the other side doesn't have. */
export function wordsOfSide(own: string, other: string): readonly Words[] {
  const changes = diffWordsWithSpace(other, own, { timeout });
  if (!changes) return [{ text: own, isChanged: true }];
  return changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, isChanged: added }));
}
