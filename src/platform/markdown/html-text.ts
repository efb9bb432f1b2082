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

const headingTag = /^<h[1-6] id="([^"]*)"/;
/** Length of a heading's HTML that is compared. */
const headingMax = 2_000;

const tagName = /^<\/?([a-z][a-z\d-]*)/i;

/**
 * The visible text of HTML from the site's renderer: one line per block, without markup, in one pass. Line breaks of the
 * source are blanks, as in browsers, except in code. Left out are pictures, because their descriptions aren't visible,
 * and the table of contents, which repeats the headings.
 */
export function htmlText(html: string): string {
  let text = '';
  let from = 0;
  let isCode = false;
  for (;;) {
    const start = html.indexOf('<', from);
    const shown = decoded(html.slice(from, start < 0 ? html.length : start));
    text += isCode ? shown : shown.replaceAll('\n', ' ');
    if (start < 0) return text;
    const end = endOfTag(html, start);
    const name = tagName.exec(html.slice(start, start + 16))?.[1]?.toLowerCase() ?? '';
    const isOpening = html.charAt(start + 1) !== '/';
    if (name === 'pre') isCode = isOpening;
    if (!inline.has(name)) text += '\n';
    from = end + 1;
    if (name === 'nav' && isOpening) {
      const closing = html.indexOf('</nav>', from);
      from = closing < 0 ? html.length : closing;
    }
  }
}

/** The id of the first heading that reads like this, in HTML from the site's renderer; undefined without one. */
export function headingId(html: string, heading: string): string | undefined {
  for (let place = 0; ; ) {
    const start = html.indexOf('<h', place);
    if (start < 0) return undefined;
    const end = endOfTag(html, start) + 1;
    place = end;
    const [tag = '', id] = headingTag.exec(html.slice(start, end)) ?? [];
    if (id === undefined) continue;
    const closing = html.indexOf(`</${tag.slice(1, 3)}>`, end);
    if (closing < 0) return undefined;
    if (closing - end <= headingMax && htmlText(html.slice(end, closing)).trim() === heading)
      return id;
  }
}
