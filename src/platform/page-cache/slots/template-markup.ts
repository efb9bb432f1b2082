import type { ApiCaller } from '../../contract/call-api.ts';
import type { SlotOf } from '../../web/personal/personal.ts';

/** A slot and its data source. */
export type SlotMarker = (SlotOf | { readonly kind: 'data' }) & {
  /** Index in the template's `sources`. */
  readonly source: number;
};

/** A source of personal data for slots. */
export interface PersonalData {
  /** Equal for equal queries. */
  readonly name: string;
  /** Loads the data on the person's behalf; absent for the viewer, who is known. */
  readonly load?: (caller: ApiCaller) => Promise<unknown>;
}

/** The source with the viewer as a `Person`, which needs no query. */
export const viewerName = 'viewer';

/** The markup of a page that was rendered for all members, with markers for the slots. */
export interface TemplateMarkup {
  /** Part of each marker. */
  readonly nonce: string;
  /** The page with both cases of each slot. */
  readonly html: string;
  readonly slots: readonly SlotMarker[];
  readonly sources: readonly PersonalData[];
}

/** Static text, or a slot with the content of each case. */
export type MarkupPart =
  | { readonly kind: 'static'; readonly text: string }
  | {
      readonly kind: 'slot';
      readonly mark: SlotMarker;
      /** Empty except for markers of the kind `case`. */
      readonly cases: readonly MarkupPart[][];
    };

/** Splits a page at its markers. */
export function partsOf({ html, slots, nonce }: TemplateMarkup): readonly MarkupPart[] {
  const marks = new RegExp(
    `<slot-${nonce} data-slot="(\\d+)">|<or-${nonce}></(or)-${nonce}>|(</slot-${nonce}>)|\uE000${nonce}:(\\d+)\uE001`,
    'g',
  );
  const whole: MarkupPart[] = [];
  /** The slot being read. */
  let cases: [MarkupPart[], MarkupPart[]] | undefined;
  let row = whole;
  let end = 0;
  const addText = (text: string) => text !== '' && row.push({ kind: 'static', text });
  for (const match of html.matchAll(marks)) {
    const [all, element, isSecond, isEnd, value] = match;
    const mark = slots[Number(element ?? value)];
    // In the page's state a marker is a JSON string; its quotes are removed, because JSON is filled in.
    const quote = mark?.kind === 'data' ? 1 : 0;
    addText(html.slice(end, match.index - quote));
    end = match.index + all.length + quote;
    if (isEnd) {
      cases = undefined;
      row = whole;
    } else if (isSecond) {
      row = cases?.[1] ?? whole;
    } else if (!mark) {
      throw new Error('A page has a mark that stands for no slot.');
    } else if (element === undefined) {
      row.push({ kind: 'slot', mark, cases: [] });
    } else {
      if (cases) throw new Error('A Slot stands within another one.');
      cases = [[], []];
      row.push({ kind: 'slot', mark, cases });
      row = cases[0];
    }
  }
  addText(html.slice(end));
  return whole;
}
