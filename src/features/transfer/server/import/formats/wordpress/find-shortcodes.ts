/** A WordPress shortcode: `[name key="value"]`, with or without content. */
export interface Shortcode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text between `[name]` and `[/name]`; undefined without a closing tag. */
  readonly content: string | undefined;
}

/** A tag in brackets, with its position. */
interface Tag {
  readonly name: string;
  readonly isClose: boolean;
  readonly isSelfClosed: boolean;
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a shortcode. */
const tagMax = 4_000;
const tagStart = /\[(\/?)([a-z][\w-]{0,40})/iy;
const attribute = /(?:^|[^\w-])([\w-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/g;

/** The end of an element whose content is verbatim; undefined if none begins at `at`. */
function endOfVerbatim(text: string, at: number): number | undefined {
  const match = /^<(pre|code|script|style)\b/i.exec(text.slice(at, at + 9));
  if (!match) return undefined;
  const close = `</${match[1]?.toLowerCase()}`;
  const end = text.toLowerCase === undefined ? -1 : indexOfFolded(text, close, at);
  return end < 0 ? undefined : end;
}

function indexOfFolded(text: string, search: string, from: number): number {
  const lower = text.indexOf(search, from);
  const upper = text.indexOf(search.toUpperCase(), from);
  if (lower < 0 || upper < 0) return Math.max(lower, upper);
  return Math.min(lower, upper);
}

function tagAt(text: string, at: number): Tag | undefined {
  tagStart.lastIndex = at;
  const match = tagStart.exec(text);
  if (!match) return undefined;
  const from = tagStart.lastIndex;
  if (!/[\s/\]]/.test(text[from] ?? '')) return undefined;
  let quote = '';
  for (let end = from; end < text.length && end - at < tagMax; end += 1) {
    const sign = text[end] ?? '';
    if (quote) {
      if (sign === quote) quote = '';
    } else if ((sign === '"' || sign === "'") && text[end - 1] === '=') quote = sign;
    else if (sign === '[') return undefined;
    else if (sign === ']') {
      const inner = text.slice(from, end);
      return {
        name: (match[2] ?? '').toLowerCase(),
        isClose: match[1] === '/',
        isSelfClosed: inner.trimEnd().endsWith('/'),
        attributes: inner,
        start: at,
        end: end + 1,
      };
    }
  }
  return undefined;
}

function tagsIn(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (let at = 0; at < text.length; ) {
    const bracket = text.indexOf('[', at);
    if (bracket < 0) break;
    const angle = text.indexOf('<', at);
    if (angle >= 0 && angle < bracket) {
      at = endOfVerbatim(text, angle) ?? angle + 1;
      continue;
    }
    const tag = tagAt(text, bracket);
    if (tag) tags.push(tag);
    at = tag ? tag.end : bracket + 1;
  }
  return tags;
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const plain = text.replace(/[“”″]|&#8220;|&#8221;|&quot;/g, '"');
  const found: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of plain.matchAll(attribute)) {
    found[name.toLowerCase()] = double ?? single ?? bare ?? '';
  }
  const [first = ''] = plain.trim().split(/\s+/);
  if (first && !first.includes('=')) found[''] = first.replace(/^["']|["']$/g, '');
  return found;
}

export interface ShortcodeOptions {
  /** Names that are shortcodes even without attributes and a closing tag. */
  readonly isKnown?: (name: string) => boolean;
  /** Restricts the replacement to these shortcodes with content; all else stays verbatim, also `[[name]]`. */
  readonly only?: (name: string) => boolean;
}

/**
 * Replaces each shortcode by the result of `write`. Other text in brackets stays: `[sic]` has neither attributes nor a
 * closing tag. Inner shortcodes are written before outer ones; `[[name]]` is an escaped shortcode. Runs in linear time.
 */
export function replaceShortcodes(
  text: string,
  write: (code: Shortcode) => string,
  { isKnown = () => false, only }: ShortcodeOptions,
): string {
  const tags = only ? tagsIn(text).filter(({ name }) => only(name)) : tagsIn(text);
  const closes = new Map<string, number>();
  for (const tag of tags) if (tag.isClose) closes.set(tag.name, (closes.get(tag.name) ?? 0) + 1);
  interface Open {
    readonly tag: Tag;
    readonly before: string;
  }
  const open: Open[] = [];
  let written = '';
  let from = 0;
  const finish = ({ tag, before }: Open, content: string | undefined) => {
    const { name, attributes } = tag;
    written = before + write({ name, attributes: attributesIn(attributes), content });
  };
  for (const tag of tags) {
    written += text.slice(from, tag.start);
    from = tag.end;
    const left = closes.get(tag.name) ?? 0;
    if (text[tag.start - 1] === '[' && text[tag.end] === ']') {
      if (only) written += text.slice(tag.start, tag.end);
      else {
        written = `${written.slice(0, -1)}${text.slice(tag.start, tag.end)}`;
        from += 1;
      }
      if (tag.isClose) closes.set(tag.name, left - 1);
    } else if (tag.isClose) {
      closes.set(tag.name, left - 1);
      const at = open.findLastIndex((one) => one.tag.name === tag.name);
      const opened = open[at];
      if (!opened) continue;
      // Unclosed inner shortcodes have no content; the text after them stays.
      open.length = at;
      finish(opened, written.slice(opened.before.length));
    } else if (left > 0 && !tag.isSelfClosed && !open.some((one) => one.tag.name === tag.name)) {
      open.push({ tag, before: written });
    } else if (!only && (isKnown(tag.name) || tag.attributes.includes('=') || left > 0)) {
      finish({ tag, before: written }, undefined);
    } else written += text.slice(tag.start, tag.end);
  }
  return written + text.slice(from);
}
