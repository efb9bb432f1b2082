import { blogFields, fieldNames, mapFields } from '../../../../../blog/fields.ts';
import type { DraftText } from '../../../common/contract.ts';
import { type DiffSegment, diffTexts } from './diff-texts.ts';

/** The side of a hunk that goes into the merged text. */
export type Side = 'mine' | 'newest' | 'both';

/** A difference between two texts. */
export interface Hunk {
  readonly field: keyof DraftText;
  readonly mine: string;
  readonly newest: string;
  /** The side that changed the common base; mine if both did. */
  readonly suggested: Side;
}

/** The comparison of two texts of a blog, by field. */
export interface Comparison {
  readonly segments: Readonly<Record<keyof DraftText, readonly DiffSegment[]>>;
  readonly hunks: readonly Hunk[];
}

/** Only Markdown is compared by line: the other fields have one line and are one hunk. */
function diffField(field: keyof DraftText, mine: string, newest: string): readonly DiffSegment[] {
  if (blogFields[field].kind === 'markdown' || mine === newest) return diffTexts(mine, newest);
  return [{ isSame: false, before: mine, after: newest }];
}

/** A side that equals the common base has no change to contribute. */
function suggestedSide(base: string, mine: string, newest: string): Side {
  if (mine === '') return base.includes(newest) ? 'mine' : 'newest';
  return base.includes(mine) ? 'newest' : 'mine';
}

/** Compares two texts that both come from `base`. */
export function comparisonOf(base: DraftText, mine: DraftText, newest: DraftText): Comparison {
  const hunks: Hunk[] = [];
  const segments = mapFields(fieldNames, (_field, field) => {
    const compared = diffField(field, mine[field], newest[field]);
    for (const segment of compared) {
      if (segment.isSame) continue;
      const { before, after } = segment;
      const suggested = suggestedSide(base[field], before, after);
      hunks.push({ field, mine: before, newest: after, suggested });
    }
    return compared;
  });
  return { hunks, segments };
}

function taken(side: Side, mine: string, newest: string): string {
  if (side === 'mine') return mine;
  if (side === 'newest') return newest;
  const isEnded = newest === '' || newest.endsWith('\n') || mine === '';
  return newest + (isEnded ? '' : '\n') + mine;
}

/** The merged text, with the chosen side for each hunk in order. */
export function mergedText({ segments }: Comparison, sides: readonly Side[]): DraftText {
  let hunk = 0;
  // In the same field order as `comparisonOf`.
  return mapFields(fieldNames, (_field, field) =>
    segments[field]
      .map((segment) => {
        if (segment.isSame) return segment.text;
        const side = sides[hunk] ?? 'mine';
        hunk += 1;
        return taken(side, segment.before, segment.after);
      })
      .join(''),
  );
}
