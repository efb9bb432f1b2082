import { findAddresses, hrefOf } from '../../../platform/text/find-addresses.ts';

/** A part of a line: plain, formatted, or a link. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] };

type Spanning = Exclude<Inline['kind'], 'text' | 'code'>;

const wordSign = /[\p{L}\p{N}]/u;
const blank = /\s/;
/** Characters that can be escaped by a backslash. */
const escapable = new Set('*_`[');
/** A label and an address, each of bounded length, which limits the scan per opening bracket. */
const linkForm = /\[([^[\]\n]{1,300})\]\(([^\s()<>]{1,2048})\)/y;
/** Formatting by the number of repeated signs. */
const spans = { 1: 'em', 2: 'strong' } as const;

interface Address {
  readonly end: number;
  readonly href: string;
}

/** The addresses of a text by start, and a bitmap of the places inside one, where signs are part of the address. */
function addressesIn(text: string) {
  const at = new Map<number, Address>();
  const isIn = new Uint8Array(text.length);
  let place = 0;
  for (const { text: part, href } of findAddresses(text)) {
    const end = place + part.length;
    if (href !== undefined) {
      at.set(place, { end, href });
      isIn.fill(1, place, end);
    }
    place = end;
  }
  return { at, isIn };
}

/**
 * Parses the inline formatting of a few lines. No kind of formatting nests in itself, and each part is scanned once per
 * enclosing kind, so it takes linear time.
 */
export function readInlines(text: string): readonly Inline[] {
  const { at: addresses, isIn } = addressesIn(text);

  /** The end of a part that `mark` opened before `from`; -1 if there is none before `to`. */
  function findEnd(mark: string, from: number, to: number): number {
    const sign = mark.charAt(0);
    for (let at = from + 1; at + mark.length <= to; at += 1) {
      if (isIn[at] || !text.startsWith(mark, at) || blank.test(text.charAt(at - 1))) continue;
      const after = text.charAt(at + mark.length);
      if (after === sign || (mark.length === 1 && text.charAt(at - 1) === sign)) continue;
      if (text.charAt(at - 1) !== '\\' && !wordSign.test(after)) return at;
    }
    return -1;
  }

  function read(start: number, to: number, within: ReadonlySet<Spanning>): readonly Inline[] {
    const parts: Inline[] = [];
    /** Marks without a closing mark in the rest of the text. */
    const endless = new Set<string>();
    let plain = '';
    let at = start;
    const add = (part: Inline, end: number) => {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      parts.push(part);
      at = end;
    };

    function code(): boolean {
      let open = at;
      while (open < to && text.charAt(open) === '`') open += 1;
      const mark = text.slice(at, open);
      const end = endless.has(mark) ? -1 : text.indexOf(mark, open);
      if (end < 0 || end + mark.length > to) {
        endless.add(mark);
        plain += mark;
        at = open;
      } else add({ kind: 'code', text: text.slice(open, end) }, end + mark.length);
      return true;
    }

    function link(): boolean {
      linkForm.lastIndex = at;
      const [whole = '', label = '', address = ''] = linkForm.exec(text) ?? [];
      const href = whole === '' || within.has('link') ? undefined : hrefOf(address);
      if (href === undefined || at + whole.length > to) return false;
      const inner = read(at + 1, at + 1 + label.length, new Set([...within, 'link']));
      add({ kind: 'link', href, parts: inner }, at + whole.length);
      return true;
    }

    function span(): boolean {
      const sign = text.charAt(at);
      const before = text.charAt(at - 1);
      if (before === sign || wordSign.test(before)) return false;
      const length = text.charAt(at + 1) === sign ? 2 : 1;
      const mark = sign.repeat(length);
      const begin = at + length;
      const kind = spans[length];
      // Identifiers such as __init__ contain this mark.
      if (mark === '__') return false;
      if (within.has(kind) || endless.has(mark) || begin >= to) return false;
      if (blank.test(text.charAt(begin)) || text.charAt(begin) === sign) return false;
      const end = findEnd(mark, begin, to);
      if (end < 0) {
        endless.add(mark);
        return false;
      }
      add({ kind, parts: read(begin, end, new Set([...within, kind])) }, end + length);
      return true;
    }

    while (at < to) {
      const sign = text.charAt(at);
      const address = addresses.get(at);
      if (address && address.end <= to && !within.has('link')) {
        const shown = { kind: 'text', text: text.slice(at, address.end) } as const;
        add({ kind: 'link', href: address.href, parts: [shown] }, address.end);
      } else if (sign === '\\' && escapable.has(text.charAt(at + 1)) && at + 1 < to) {
        plain += text.charAt(at + 1);
        at += 2;
      } else if (
        isIn[at] ||
        !(
          (sign === '`' && code()) ||
          (sign === '[' && link()) ||
          ((sign === '*' || sign === '_') && span())
        )
      ) {
        plain += sign;
        at += 1;
      }
    }
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    return parts;
  }

  return read(0, text.length, new Set());
}
