import { randomUUID } from 'node:crypto';
import type { QueryClient } from '@tanstack/react-query';
import {
  type PageSlots,
  putSlots,
  type SlottedPart,
  takeSlots,
} from '../../platform/page-cache/slots/slotted-part.ts';
import type { KeptMarkup, MadeFrom } from '../../platform/web/kept.tsx';

interface KeptPart {
  readonly madeFrom: readonly unknown[];
  readonly html: string;
  /** Undefined for a part without slots. */
  readonly slotted: SlottedPart | undefined;
}

/** Rendered parts of pages, the last few of each name. */
export type KeptParts = Map<string, KeptPart[]>;

/** Variants per name: a part differs between members and visitors, and on a few pages. */
const formsMax = 16;

export interface KeptFor {
  readonly client: QueryClient;
  /** Inputs of every part: the serialized settings, and whether the viewer is a member. */
  readonly always: readonly unknown[];
  /** Undefined for a page without slots. */
  readonly slots: PageSlots | undefined;
}

interface Place {
  readonly name: string;
  readonly madeFrom: readonly unknown[];
  readonly known: string | undefined;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}

/** Fills cached parts into one page, and caches newly rendered ones. */
export class PageParts implements KeptMarkup {
  readonly #parts: KeptParts;
  readonly #for: KeptFor;
  readonly #places: Place[] = [];
  /** Random element name, so that no text on a page can imitate it. */
  readonly #tag = `kept-${randomUUID()}`;

  constructor(parts: KeptParts, keptFor: KeptFor) {
    this.#parts = parts;
    this.#for = keptFor;
  }

  placeOf(name: string, read: MadeFrom) {
    const { client, always } = this.#for;
    const madeFrom = [...always, ...read(client)];
    const part = this.#parts.get(name)?.find((one) => isSame(one.madeFrom, madeFrom));
    const known = part && this.#markupOf(part);
    const id = this.#places.push({ name, madeFrom, known }) - 1;
    return { tag: this.#tag, id, isKnown: known !== undefined };
  }

  #markupOf({ html, slotted }: KeptPart): string | undefined {
    const { slots } = this.#for;
    return slotted && slots ? putSlots(slotted, slots) : html;
  }

  /** Replaces the placeholders by the parts. */
  fill(html: string): string {
    const tag = this.#tag;
    const begin = `<${tag} data-kept="`;
    const stop = `</${tag}>`;
    const texts: string[] = [];
    let end = 0;
    for (let start = html.indexOf(begin); start >= 0; start = html.indexOf(begin, end)) {
      const opened = html.indexOf('>', start) + 1;
      const closed = html.indexOf(stop, opened);
      const place = this.#places[Number.parseInt(html.slice(start + begin.length, opened), 10)];
      if (!place) throw new Error('A page has a place for a part that was not asked for.');
      const inner = place.known ?? html.slice(opened, closed);
      if (place.known === undefined) this.#keep(place, inner);
      texts.push(html.slice(end, start), inner);
      end = closed + stop.length;
    }
    texts.push(html.slice(end));
    return texts.join('');
  }

  #keep({ name, madeFrom }: Place, html: string): void {
    const { slots } = this.#for;
    if (html.includes(this.#tag)) throw new Error(`"${name}" has another kept part in it.`);
    if (madeFrom.includes(undefined)) return;
    const forms = this.#parts.get(name) ?? [];
    // A copy: a slice would keep the whole page in memory.
    const own = Buffer.from(html).toString();
    const slotted = slots && takeSlots(own, slots);
    this.#parts.set(name, [{ madeFrom, html: own, slotted }, ...forms].slice(0, formsMax));
  }
}
