import { blogFields, fieldNames, mapFields } from '../../../../blog/fields.ts';
import type { DraftText } from '../../draft-contract.ts';
import { type DiffSegment, diffTexts } from './diff-texts.ts';

/** Which side of a hunk is taken. */
export type Side = 'mine' | 'newest' | 'both';

/** Where two texts differ. */
export interface Hunk {
  readonly field: keyof DraftText;
  readonly mine: string;
  readonly newest: string;
  /** The side that changed what both began from; mine where both did. */
  readonly suggested: Side;
}

/** Two texts of a blog, field by field. */
export interface Comparison {
  readonly segments: Readonly<Record<keyof DraftText, readonly DiffSegment[]>>;
  readonly hunks: readonly Hunk[];
}

/** Lines are compared in Markdown only: the other fields are one line, and taken whole. */
function diffField(field: keyof DraftText, mine: string, newest: string): readonly DiffSegment[] {
  if (blogFields[field].kind === 'markdown' || mine === newest) return diffTexts(mine, newest);
  return [{ isSame: false, before: mine, after: newest }];
}

/** Who left a hunk as both began with it has nothing to say there. */
function suggestedSide(base: string, mine: string, newest: string): Side {
  if (mine === '') return base.includes(newest) ? 'mine' : 'newest';
  return base.includes(mine) ? 'newest' : 'mine';
}

/** Where two texts that were begun from `base` differ. */
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

/** The text in which each hunk is what was chosen for it, in the order of the hunks. */
export function mergedText({ segments }: Comparison, sides: readonly Side[]): DraftText {
  let hunk = 0;
  // In the order in which the hunks were counted.
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
