import { blogFields, fieldNames, mapFields } from '../../../../blog/fields.ts';
import type { DraftText } from '../../draft-contract.ts';
import { type Stretch, stretchesOf } from './compare-texts.ts';

/** Which side of a place is taken. */
export type Side = 'mine' | 'newest' | 'both';

/** Where two texts differ. */
export interface Place {
  readonly field: keyof DraftText;
  readonly mine: string;
  readonly newest: string;
  /** The side that changed what both began from; mine where both did. */
  readonly suggested: Side;
}

/** Two texts of a blog, field by field. */
export interface Comparison {
  readonly stretches: Readonly<Record<keyof DraftText, readonly Stretch[]>>;
  readonly places: readonly Place[];
}

/** Lines are compared in Markdown only: the other fields are one line, and taken whole. */
function stretchesIn(field: keyof DraftText, mine: string, newest: string): readonly Stretch[] {
  if (blogFields[field].kind === 'markdown' || mine === newest) return stretchesOf(mine, newest);
  return [{ isSame: false, before: mine, after: newest }];
}

/** Who left a place as both began with it has nothing to say there. */
function suggestedSide(base: string, mine: string, newest: string): Side {
  if (mine === '') return base.includes(newest) ? 'mine' : 'newest';
  return base.includes(mine) ? 'newest' : 'mine';
}

/** Where two texts that were begun from `base` differ. */
export function comparisonOf(base: DraftText, mine: DraftText, newest: DraftText): Comparison {
  const places: Place[] = [];
  const stretches = mapFields(fieldNames, (_field, field) => {
    const compared = stretchesIn(field, mine[field], newest[field]);
    for (const stretch of compared) {
      if (stretch.isSame) continue;
      const { before, after } = stretch;
      const suggested = suggestedSide(base[field], before, after);
      places.push({ field, mine: before, newest: after, suggested });
    }
    return compared;
  });
  return { places, stretches };
}

function taken(side: Side, mine: string, newest: string): string {
  if (side === 'mine') return mine;
  if (side === 'newest') return newest;
  const isEnded = newest === '' || newest.endsWith('\n') || mine === '';
  return newest + (isEnded ? '' : '\n') + mine;
}

/** The text in which each place is what was chosen for it, in the order of the places. */
export function mergedText({ stretches }: Comparison, sides: readonly Side[]): DraftText {
  let place = 0;
  // In the order in which the places were counted.
  return mapFields(fieldNames, (_field, field) =>
    stretches[field]
      .map((stretch) => {
        if (stretch.isSame) return stretch.text;
        const side = sides[place] ?? 'mine';
        place += 1;
        return taken(side, stretch.before, stretch.after);
      })
      .join(''),
  );
}
