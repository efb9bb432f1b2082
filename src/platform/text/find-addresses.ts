/** A stretch of a text; `href` where it is an address to link to. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

const mark = '://';
/** Longer ones are no addresses that browsers and servers agree on. */
const addressMax = 2_048;
/** What an address may hold: no blank, nothing unseen, and no sign that people put around one. */
const addressRun = /[^\s\p{C}<>"“”«»\\^`{|}]*/uy;
/** These end a sentence, not an address. */
const trailing = new Set(".,;:!?'’*_~…");
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
const letter = /[\p{L}\p{N}]/u;

/** Where the scheme before `://` begins; undefined where it is none that may be linked to, or part of another word. */
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

/** An address without what belongs to the sentence around it: its full stop, a bracket that was opened before. */
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

/** An `http(s)` address as a link may have it; undefined for what is none. */
export function hrefOf(address: string): string | undefined {
  if (address.length > addressMax) return undefined;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { href, username, password } = new URL(address);
  // A name before the host is how one site is passed off as another.
  return username || password ? undefined : href;
}

/** A text in its order, with the `http(s)` addresses in it for links. It takes time in proportion to its length. */
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
