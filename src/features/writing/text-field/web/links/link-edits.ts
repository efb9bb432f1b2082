import { isWebUrl } from '../../../../../platform/text/web-url.ts';
import { linesAround } from '../habits/line-kinds.ts';
import type { Edit, Selection } from '../markdown-commands.ts';

/** A link in a text, or the place of a new one. */
export interface LinkPlace extends Selection {
  readonly words: string;
  /** Empty for a new link. */
  readonly address: string;
  /** The link's title with its quotes; usually empty. */
  readonly title: string;
}

const link =
  /!?\[((?:\\.|[^[\]\\])*)\]\((<[^<>\n]*>|(?:[^\s()<>]|\([^\s()<>]*\))*)((?:[ \t]+"(?:\\.|[^"\\])*")?)\)/g;

/** Characters on both sides that are searched for a link: the time grows with their square. */
const linkReach = 4_000;

/** The link or picture around a selection, with its words as they are written; undefined for none. */
export function inlineAround(
  text: string,
  selection: Selection,
  kind: 'link' | 'picture',
): LinkPlace | undefined {
  const line = linesAround(text, selection);
  const first = Math.max(line.start, selection.start - linkReach);
  const last = Math.min(line.end, selection.end + linkReach);
  if (last - first > 3 * linkReach) return undefined;
  for (const match of text.slice(first, last).matchAll(link)) {
    const [whole, words = '', address = '', title = ''] = match;
    const start = first + match.index;
    const end = start + whole.length;
    const isWanted = whole.startsWith('!') === (kind === 'picture');
    if (isWanted && start <= selection.start && end >= selection.end) {
      return { start, end, words, address: address.replace(/^<|>$/g, ''), title };
    }
  }
  return undefined;
}

/** The link around a selection; otherwise the selection, with the address that it may contain. */
export function linkAround(text: string, selection: Selection): LinkPlace {
  const found = inlineAround(text, selection, 'link');
  if (!found) return newLink(text, selection);
  return { ...found, words: found.words.replace(/\\([[\]\\])/g, '$1') };
}

function newLink(text: string, { start, end }: Selection): LinkPlace {
  const selected = text.slice(start, end).trim();
  const isAddress = /^https?:\/\/\S+$/i.test(selected);
  return {
    start,
    end,
    words: isAddress ? '' : selected,
    address: isAddress ? selected : '',
    title: '',
  };
}

/** Normalizes a typed address: one without a scheme is a site's. Undefined for an invalid one. */
export function readAddress(given: string): string | undefined {
  const address = given.trim();
  if (/^#[^\s<>()\\]+$/.test(address)) return address;
  const isBare = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u.test(address);
  const whole = isBare ? `https://${address}` : address;
  return isWebUrl(whole) ? whole : undefined;
}

/** Inserts or replaces a link; without an address only its words stay. */
export function linkEdit(place: LinkPlace, words: string, address: string): Edit {
  const shown = words.replace(/\s+/g, ' ').trim();
  const escaped = shown.replace(/[[\]\\]/g, '\\$&');
  const target = /[()]/.test(address) ? `<${address}>` : address;
  const made = shown === '' ? `<${address}>` : `[${escaped}](${target}${place.title})`;
  const isBare = shown === '' && !/^https?:/i.test(address);
  const insert = address === '' ? shown : isBare ? `[${address}](${target})` : made;
  const caret = place.start + insert.length;
  return { from: place.start, to: place.end, insert, select: { start: caret, end: caret } };
}
