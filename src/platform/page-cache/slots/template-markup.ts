import type { ApiCaller } from '../../contract/call-api.ts';
import type { SlotOf } from '../../web/personal/personal.ts';

/** A slot, and whose data fills it. */
export type SlotMarker = (SlotOf | { readonly kind: 'data' }) & {
  /** Place among the template's `sources`. */
  readonly source: number;
};

/** Something of a person that slots are filled with. */
export interface PersonalData {
  /** The same for the same question. */
  readonly name: string;
  /** Asks for it in the person's name; who they are needs no asking. */
  readonly load?: (caller: ApiCaller) => Promise<unknown>;
}

/** What of the viewer is known without asking: who they are, as a `Person`. */
export const viewerName = 'viewer';

/** A page for all members as it was rendered, with marks where something is to be filled in. */
export interface TemplateMarkup {
  /** In every mark. */
  readonly nonce: string;
  /** The page with both cases of each slot. */
  readonly html: string;
  readonly slots: readonly SlotMarker[];
  readonly sources: readonly PersonalData[];
}

/** A text, or a slot with what it shows in each case. */
export type MarkupPart =
  | { readonly kind: 'static'; readonly text: string }
  | {
      readonly kind: 'slot';
      readonly mark: SlotMarker;
      /** Empty but for a mark of the kind `case`. */
      readonly cases: readonly MarkupPart[][];
    };

/** Takes a page apart at its marks. */
export function partsOf({ html, slots, nonce }: TemplateMarkup): readonly MarkupPart[] {
  const marks = new RegExp(
    `<slot-${nonce} data-slot="(\\d+)">|<or-${nonce}></(or)-${nonce}>|(</slot-${nonce}>)|\uE000${nonce}:(\\d+)\uE001`,
    'g',
  );
  const whole: MarkupPart[] = [];
  /** The slot that is being read. */
  let cases: [MarkupPart[], MarkupPart[]] | undefined;
  let row = whole;
  let end = 0;
  const addText = (text: string) => text !== '' && row.push({ kind: 'static', text });
  for (const match of html.matchAll(marks)) {
    const [all, element, isSecond, isEnd, value] = match;
    const mark = slots[Number(element ?? value)];
    // In the page's state a mark is a text, whose quotes go: what is filled in is JSON.
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
