import type { SlotMarkers, Sources } from './slot-markers.ts';
import type { SlotMarker } from './template-markup.ts';

/** The slots of a page that is being rendered. */
export interface PageSlots {
  readonly marks: SlotMarkers;
  readonly sources: Sources;
}

interface PartSlot {
  readonly mark: SlotMarker;
  readonly sourceName: string | undefined;
}

/** Markup with slots, apart from the page that it was rendered in. */
export interface SlottedPart {
  readonly slots: readonly PartSlot[];
  /** The markup around each nonce; `slot` is the number of the part's slot that follows `before`. */
  readonly texts: readonly {
    readonly before: string;
    readonly slot: number | undefined;
    readonly after: string;
  }[];
}

/** What follows the nonce in the markers that number a slot. */
const numbered = /^( data-slot="|:)(\d+)/;

/** Takes a part out of a page; undefined if it has no slots. */
export function takeSlots(html: string, { marks, sources }: PageSlots): SlottedPart | undefined {
  const [start = '', ...rest] = html.split(marks.nonce);
  if (rest.length === 0) return undefined;
  const matches = rest.map((text) => ({ text, match: numbered.exec(text) }));
  const numbers = matches.flatMap(({ match }) => (match ? [Number(match[2])] : []));
  const first = Math.min(...numbers);
  return {
    slots: marks.slots.slice(first, Math.max(...numbers) + 1).map((mark) => ({
      mark,
      sourceName: sources.all[mark.source]?.name,
    })),
    texts: [
      { before: start, slot: undefined, after: '' },
      ...matches.map(({ text, match }) =>
        match
          ? {
              before: match[1] ?? '',
              slot: Number(match[2]) - first,
              after: text.slice(match[0].length),
            }
          : { before: text, slot: undefined, after: '' },
      ),
    ],
  };
}

/** The part's markup with slots of another page; undefined if that page lacks one of its sources. */
export function putSlots(part: SlottedPart, { marks, sources }: PageSlots): string | undefined {
  const slots = part.slots.map(({ mark, sourceName }) => ({
    ...mark,
    source: sources.all.findIndex(({ name }) => name === sourceName),
  }));
  if (slots.some(({ source }) => source < 0)) return undefined;
  const first = marks.slots.length;
  marks.slots.push(...slots);
  return part.texts
    .map(({ before, slot, after }) => `${before}${slot === undefined ? '' : first + slot}${after}`)
    .join(marks.nonce);
}
