/** A part of a text; `href` if it is an address to link to. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

const mark = '://';
/** Browsers and servers don't reliably support longer addresses. */
const addressMax = 2_048;
/**
 * Characters of an address: no whitespace, no non-printing characters, and no quotation marks or brackets that enclose
 * one.
 */
const addressRun = /[^\s\p{C}<>"“”«»\\^`{|}]*/uy;
/** Characters that end a sentence, not an address. */
const trailing = new Set(".,;:!?'’*_~…");
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
const letter = /[\p{L}\p{N}]/u;

/** The start of the scheme before `://`; undefined if it isn't http(s) or is part of another word. */
function schemeStart(text: string, at: number, notBefore: number): number | undefined {
  for (const scheme of ['https', 'http']) {
    const start = at - scheme.length;
    if (start < notBefore || text.slice(start, at).toLowerCase() !== scheme) continue;
    return letter.test(text.charAt(start - 1)) ? undefined : start;
  }
  return undefined;
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/**
 * Removes trailing characters that belong to the sentence around an address: its full stop, a bracket opened before.
 */
function withoutEnd(run: string): string {
  let end = run.length;
  const open = new Map<string, number>();
  for (const [close, begin] of Object.entries(closing)) {
    open.set(close, countOf(run, close) - countOf(run, begin));
  }
  for (; end > 0; end -= 1) {
    const last = run.charAt(end - 1);
    const tooMany = open.get(last);
    if (tooMany !== undefined && tooMany > 0) open.set(last, tooMany - 1);
    else if (!trailing.has(last)) break;
  }
  return run.slice(0, end);
}

/** The normalized `http(s)` address for a link; undefined if it isn't valid. */
export function hrefOf(address: string): string | undefined {
  if (address.length > addressMax) return undefined;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { href, username, password } = new URL(address);
  // A user name before the host is used to disguise one site as another.
  return username || password ? undefined : href;
}

/** Splits a text into plain parts and `http(s)` addresses for links. Takes linear time. */
export function findAddresses(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (let from = 0; ; ) {
    const at = text.indexOf(mark, from);
    if (at < 0) break;
    from = at + mark.length;
    const start = schemeStart(text, at, done);
    if (start === undefined) continue;
    addressRun.lastIndex = from;
    const address = withoutEnd(text.slice(start, from + (addressRun.exec(text)?.[0].length ?? 0)));
    from = Math.max(from, start + address.length);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (start > done) parts.push({ text: text.slice(done, start) });
    parts.push({ text: address, href });
    done = start + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
