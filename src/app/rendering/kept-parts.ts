import { randomBytes } from 'node:crypto';
import type { QueryClient } from '@tanstack/react-query';
import type { KeptMarkup, MadeFrom } from '../../platform/web/kept.tsx';

interface KeptPart {
  readonly madeFrom: readonly unknown[];
  readonly html: string;
}

/** Parts of pages that were rendered, the last few of each name. */
export type KeptParts = Map<string, KeptPart[]>;

/** Of one name: a part is another for members and strangers, and on a few pages. */
const formsMax = 16;

export interface KeptFor {
  readonly client: QueryClient;
  /** What every part is made from: the site's settings as a text, and whether the viewer is a member. */
  readonly always: readonly unknown[];
  /** In the marks of slots; undefined for a page without them. A part with a mark belongs to its page alone. */
  readonly slotNonce: string | undefined;
}

interface Place {
  readonly name: string;
  readonly madeFrom: readonly unknown[];
  readonly known: string | undefined;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}

/** Takes the parts of one page from what is kept, and keeps those that were missing. */
export class PageParts implements KeptMarkup {
  readonly #parts: KeptParts;
  readonly #for: KeptFor;
  readonly #places: Place[] = [];
  /** In the name of the elements, so that no text on a page can be taken for one. */
  readonly #tag = `kept-${randomBytes(12).toString('hex')}`;

  constructor(parts: KeptParts, keptFor: KeptFor) {
    this.#parts = parts;
    this.#for = keptFor;
  }

  placeOf(name: string, read: MadeFrom) {
    const { client, always } = this.#for;
    const madeFrom = [...always, ...read(client)];
    const known = this.#parts.get(name)?.find((part) => isSame(part.madeFrom, madeFrom))?.html;
    const id = this.#places.push({ name, madeFrom, known }) - 1;
    return { tag: this.#tag, id, isKnown: known !== undefined };
  }

  /** The page with all parts in their places. */
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
    const { slotNonce } = this.#for;
    if (html.includes(this.#tag)) throw new Error(`"${name}" has another kept part in it.`);
    if (madeFrom.includes(undefined)) return;
    if (slotNonce !== undefined && html.includes(slotNonce)) return;
    const forms = this.#parts.get(name) ?? [];
    // The text of a part alone: a slice would hold the whole page.
    const own = Buffer.from(html).toString();
    this.#parts.set(name, [{ madeFrom, html: own }, ...forms].slice(0, formsMax));
  }
}
