/** Inline elements; every other element ends the line. */
const inline = new Set(
  'a abbr b cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
/** The longest reference that the renderer writes is `&#x10FFFF;`. */
const reference = /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
    const isHex = name.charAt(1).toLowerCase() === 'x';
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** The end of the tag that begins at `start`; a `>` within quotes is part of a value. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let place = start + 1; place < html.length; place += 1) {
    const sign = html.charAt(place);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return place;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return html.length;
}

const tagName = /^<\/?([a-z][a-z\d-]*)/i;

/**
 * The visible text of HTML from the site's renderer: one line per block, without markup, in one pass. Pictures are left
 * out, because their descriptions aren't visible.
 */
export function htmlText(html: string): string {
  let text = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf('<', from);
    if (start < 0) return text + decoded(html.slice(from));
    text += decoded(html.slice(from, start));
    const end = endOfTag(html, start);
    const name = tagName.exec(html.slice(start, start + 16))?.[1]?.toLowerCase() ?? '';
    if (!inline.has(name)) text += '\n';
    from = end + 1;
  }
}
