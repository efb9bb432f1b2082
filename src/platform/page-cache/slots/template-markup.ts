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

interface Pass {
  readonly html: string;
  readonly slots: readonly SlotMarker[];
}

/** A page for all members as it was rendered, with marks where something is to be filled in. */
export interface TemplateMarkup {
  /** In every mark. */
  readonly nonce: string;
  /** The page with the first case of each slot, and with the second. */
  readonly passes: readonly Pass[];
  readonly sources: readonly PersonalData[];
}

/** A text, or a slot; a slot of a case with its content. */
export type MarkupPart =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'slot'; readonly mark: SlotMarker; readonly inner: readonly MarkupPart[] };

/** Takes one pass apart at its marks. */
export function partsOf({ html, slots }: Pass, nonce: string): readonly MarkupPart[] {
  const marks = new RegExp(
    `<slot-${nonce} data-slot="(\\d+)">|(</slot-${nonce}>)|("?)\uE000${nonce}:(\\d+)\uE001("?)`,
    'g',
  );
  const stack: MarkupPart[][] = [[]];
  let end = 0;
  const add = (part: MarkupPart) => stack.at(-1)?.push(part);
  const addText = (text: string) => text !== '' && add({ kind: 'static', text });
  for (const match of html.matchAll(marks)) {
    const [all, element, isEnd, before = '', value, after = ''] = match;
    addText(html.slice(end, match.index));
    end = match.index + all.length;
    if (isEnd) {
      stack.pop();
      continue;
    }
    const mark = slots[Number(element ?? value)];
    if (!mark) throw new Error('A page has a mark that stands for no slot.');
    const inner: MarkupPart[] = [];
    // In the page's state a mark is a text, whose quotes go: what is filled in is JSON.
    if (mark.kind === 'text') addText(before);
    add({ kind: 'slot', mark, inner });
    if (mark.kind === 'text') addText(after);
    if (element !== undefined) stack.push(inner);
  }
  addText(html.slice(end));
  return stack[0] ?? [];
}
