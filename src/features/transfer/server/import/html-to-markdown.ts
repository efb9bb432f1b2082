import type { Nodes, Root } from 'mdast';
import { parseMarkdown } from '../../../../platform/markdown/plain-text.ts';
import { withoutComments } from '../../../../platform/markdown/without-comments.ts';
import { isWebUrl } from '../../../../platform/text/web-url.ts';
import { formulaText } from './formula-text.ts';

/** Where a piece of HTML stands: a line of its own, inside a line, or in a table's cell, where no line may end. */
type Place = 'block' | 'line' | 'cell';

/** The links that are open at this point of the file: their address, or undefined for an anchor. */
type OpenLinks = (string | undefined)[];

/** A piece of the text to be rewritten. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly place: Place;
  /** True for what MDX runs instead of showing. */
  readonly isCode?: boolean;
}

const paired: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  code: '`',
  kbd: '`',
  tt: '`',
  del: '~~',
  s: '~~',
};
const blocks =
  /^(?:p|div|section|article|header|footer|aside|main|nav|center|figure|figcaption|details|summary|table|thead|tbody|tr|ul|ol|dl|dt|dd|blockquote|address|h[1-6])$/;
const unmarked =
  /^(?:span|font|small|big|u|mark|abbr|cite|q|td|th|caption|time|label|picture|source|ins|dfn|var|samp|sup|sub)$/;
/** Most texts hold none and need not be parsed to find that out. */
const htmlLike = /<(?!https?:)[a-z!/]/i;
const tags = /<(\/?)([A-Za-z][\w.-]*)([^<>]*)>/g;

/**
 * Rewrites the HTML in a Markdown text as Markdown where there is a way to say it (links, pictures, emphasis, code,
 * formulas, embedded videos as links), keeps the words of the rest and drops scripts and styles. With `isMdx` also
 * drops imports, exports and the tags of components. Text in code, and tags that nobody knows, stay as they are.
 */
export function htmlToMarkdown(markdown: string, { isMdx }: { isMdx: boolean }): string {
  const tree = isMdx || htmlLike.test(markdown) ? parseMarkdown(markdown) : undefined;
  const links: OpenLinks = [];
  let result = '';
  let from = 0;
  for (const { start, end, place, isCode } of tree ? piecesOf(tree, isMdx) : []) {
    if (start < from) continue;
    const next = isCode ? '' : rewrite(markdown.slice(start, end), place, links, isMdx);
    result += markdown.slice(from, start) + next;
    // A hard break takes the line's own end with it.
    from = next.endsWith('\\\n') && markdown[end] === '\n' ? end + 1 : end;
  }
  return from === 0 ? markdown : (result + markdown.slice(from)).replace(/\n{3,}/g, '\n\n');
}

/** Every piece of HTML in the order of the text; a formula is one piece, however many tags it has. */
function piecesOf(tree: Root, isMdx: boolean): readonly Piece[] {
  const pieces: Piece[] = [];
  let formulaStart: number | undefined;
  function visit(node: Nodes, place: Place): void {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'html' && place !== 'block') {
      if (/^<math\b/i.test(node.value)) formulaStart = start;
      if (/^<\/math\b/i.test(node.value)) {
        pieces.push({ start: formulaStart ?? start, end, place });
        formulaStart = undefined;
      } else if (formulaStart === undefined) pieces.push({ start, end, place });
    } else if (node.type === 'html') pieces.push({ start, end, place });
    if (!('children' in node)) return;
    for (const child of node.children) {
      if (isMdx && node.type === 'root' && isModuleCode(child)) {
        const { start: from, end: to } = child.position ?? {};
        pieces.push({ start: from?.offset ?? 0, end: to?.offset ?? 0, place, isCode: true });
      } else visit(child, placeIn(node, place));
    }
  }
  visit(tree, 'block');
  return pieces;
}

function placeIn(node: Nodes, place: Place): Place {
  if (node.type === 'tableCell' || node.type === 'heading') return 'cell';
  return node.type === 'paragraph' ? 'line' : place;
}

/** A paragraph that is MDX's own: an import, an export, or a comment in braces. */
function isModuleCode(node: Nodes): boolean {
  const first = node.type === 'paragraph' ? node.children[0] : undefined;
  return (
    first?.type === 'text' &&
    /^(?:import\s[\s\S]*?['"][^'"]+['"]|import\s+['"]|export\s+(?:const|let|function|default|\{|\*)|\{\s*\/\*)/.test(
      first.value,
    )
  );
}

function rewrite(html: string, place: Place, links: OpenLinks, isMdx: boolean): string {
  const visible = withoutComments(html)
    .replace(/<(script|style|template|svg)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<math\b[\s\S]*?<\/math\s*>/gi, (mathml) => formula(mathml, place));
  if (place !== 'block') return rewriteTags(visible, place, links, isMdx);
  const written = visible
    .split(/(<pre\b[^<>]*>[\s\S]*?<\/pre\s*>)/i)
    .map((part, index) =>
      index % 2 ? fence(part) : dedent(rewriteTags(part, place, links, isMdx)),
    );
  // A break at the end of a block breaks nothing.
  return written
    .join('')
    .trim()
    .replace(/\\(?=\n\n|$)/g, '');
}

function formula(mathml: string, place: Place): string {
  const rows = decode(formulaText(mathml)).replaceAll('`', '').split('\n');
  const shown = rows.map((row) => `\`${row}\``);
  return place === 'block' ? `\n\n${shown.join('\\\n')}\n\n` : shown.join(' ');
}

function dedent(text: string): string {
  return text.replace(/^[ \t]+/gm, '');
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decode(text: string): string {
  return text.replace(/&(#x?[\da-f]{1,6}|[a-z]+);/gi, (whole, name: string) => {
    const code = name.startsWith('#')
      ? Number(name.replace(/^#x/i, '0x').replace('#', ''))
      : undefined;
    if (code === undefined) return entities[name] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function fence(html: string): string {
  const code = decode(html.replace(/<\/?[A-Za-z][^<>]*>/g, '')).replace(/^\n+|\s+$/g, '');
  return `\n\n~~~~\n${code}\n~~~~\n\n`;
}

function rewriteTags(html: string, place: Place, links: OpenLinks, isMdx: boolean): string {
  return html.replace(tags, (whole, slash: string, given: string, attributes: string) => {
    const name = given.toLowerCase();
    if (name === 'a') return slash ? closeLink(links) : openLink(attributes, links);
    if (isMdx && /^[A-Z]/.test(given)) return place === 'block' ? '\n\n' : '';
    return slash ? closingTag(whole, name, place) : openingTag(whole, name, attributes, place);
  });
}

function openingTag(whole: string, name: string, attributes: string, place: Place): string {
  switch (name) {
    case 'br':
      return place === 'cell' ? ' ' : '\\\n';
    case 'hr':
      return place === 'block' ? '\n\n---\n\n' : '';
    case 'img':
      return picture(attributes);
    case 'iframe':
    case 'embed':
    case 'video':
    case 'audio':
      return embedded(attributes);
    case 'li':
      return place === 'block' ? '\n- ' : '';
    case 'sup':
      return '^';
    case 'sub':
      return '\\_';
    default:
      break;
  }
  if (/^h[1-6]$/.test(name) && place === 'block') return `\n\n${'#'.repeat(Number(name[1]))} `;
  return paired[name] ?? closingTag(whole, name, place);
}

function closingTag(whole: string, name: string, place: Place): string {
  if (blocks.test(name)) return place === 'block' ? '\n\n' : '';
  if (
    name === 'iframe' ||
    name === 'video' ||
    name === 'audio' ||
    name === 'object' ||
    name === 'li' ||
    unmarked.test(name)
  )
    return '';
  return paired[name] ?? whole;
}

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  ).exec(attributes);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decode(value).trim();
}

function openLink(attributes: string, links: OpenLinks): string {
  const href = attribute(attributes, 'href');
  links.push(href);
  return href === undefined ? '' : '[';
}

function closeLink(links: OpenLinks): string {
  const href = links.pop();
  return href === undefined ? '' : `](<${href.replace(/[<>\n]/g, '')}>)`;
}

function picture(attributes: string): string {
  const src = attribute(attributes, 'src');
  const alt = (attribute(attributes, 'alt') ?? '').replace(/[[\]\n]/g, ' ');
  return src ? `![${alt}](<${src.replace(/[<>\n]/g, '')}>)` : '';
}

/** Nothing of another site runs here: what was embedded becomes a link to it. */
function embedded(attributes: string): string {
  const given = attribute(attributes, 'src') ?? '';
  const src = given.startsWith('//') ? `https:${given}` : given;
  if (!/^https?:/i.test(src) || !isWebUrl(src)) return '';
  const { hostname } = new URL(src);
  const video = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(src)?.[1];
  return video
    ? `[Watch the video on YouTube](https://www.youtube.com/watch?v=${video})`
    : `[See it on ${hostname}](<${src}>)`;
}
