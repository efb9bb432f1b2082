import type { Html, Nodes, Parents } from 'mdast';
import { blogFields } from '../../../../blog/fields.ts';
import { type Place, rewriteHtml } from '../../../../platform/markdown/from-html/rewrite-html.ts';
import { parseMarkdown } from '../../../../platform/markdown/plain-text.ts';

/** A replacement for a range of the text. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Source {
  readonly markdown: string;
  readonly isMdx: boolean;
}

/** Longer texts are skipped: even as Markdown they would exceed the maximum length of a blog and be refused. */
const charactersMax = 2 * blogFields.longDescription.max;
/** Most texts have no HTML, and needn't be parsed to find that out. */
const htmlLike = /<(?!https?:)[a-z!/]/i;
const places: Partial<Record<Nodes['type'], Place>> = {
  paragraph: 'line',
  heading: 'cell',
  tableCell: 'cell',
};

/**
 * Converts the HTML in a Markdown text to Markdown: tables, lists, links, pictures, emphasis, code, formulas, embedded
 * videos as links. Keeps the text of other elements and drops scripts and styles. With `isMdx` also drops imports,
 * exports and component tags. Markdown, unknown tags and unparsable HTML stay verbatim.
 */
export function htmlToMarkdown(markdown: string, { isMdx }: { isMdx: boolean }): string {
  const isToRead = markdown.length <= charactersMax && (isMdx || htmlLike.test(markdown));
  const tree = isToRead ? parseMarkdown(markdown) : undefined;
  let result = '';
  let from = 0;
  for (const { start, end, text } of tree ? changesIn(tree, { markdown, isMdx }) : []) {
    result += markdown.slice(from, start) + text;
    from = end;
    // After a removed block, the blank line before it suffices.
    if (text === '' && (result === '' || result.endsWith('\n'))) {
      while (markdown[from] === '\n') from += 1;
    }
  }
  return result + markdown.slice(from);
}

function* changesIn(parent: Parents, source: Source): Generator<Change> {
  let run: Html[] = [];
  for (const [index, node] of parent.children.entries()) {
    const place = places[node.type];
    if (node.type === 'html') {
      // HTML with blank lines in it, such as a list, is several Markdown nodes: consecutive ones are converted
      // together.
      run.push(node);
      if (parent.children[index + 1]?.type === 'html') continue;
      yield* blockChange(run, parent.children[index - run.length], source);
      run = [];
    } else if (source.isMdx && parent.type === 'root' && isModuleCode(node)) {
      yield { start: startOf(node), end: endOf(node), text: '' };
    } else if (place) yield* lineChange(node, place, source);
    else if ('children' in node) yield* changesIn(node, source);
  }
}

function startOf(node: Nodes | undefined): number {
  return node?.position?.start.offset ?? 0;
}

function endOf(node: Nodes | undefined): number {
  return node?.position?.end.offset ?? 0;
}

const moduleCode = [
  /^import\s[^'"]*['"][^'"]+['"]/,
  /^import\s+['"]/,
  /^export\s+(?:const|let|function|default|\{|\*)/,
  /^\{\s*\/\*/,
];

/** Whether a paragraph is MDX code: an import, an export, or a comment in braces. */
function isModuleCode(node: Nodes): boolean {
  const first = node.type === 'paragraph' ? node.children[0] : undefined;
  return first?.type === 'text' && moduleCode.some((start) => start.test(first.value));
}

/** The prefix of continuation lines at `offset`: the marks of quotes, and spaces for those of lists. */
function prefixAt(markdown: string, offset: number): string {
  const line = markdown.slice(markdown.lastIndexOf('\n', offset - 1) + 1, offset);
  return line.replace(/[^>\s]/g, ' ');
}

function* blockChange(
  run: readonly Html[],
  before: Nodes | undefined,
  { markdown, isMdx }: Source,
): Generator<Change> {
  const start = startOf(run[0]);
  const html = run.map(({ value }) => value).join('\n\n');
  const text = rewriteHtml(html, { place: 'block', isMdx });
  if (text === undefined) return;
  const prefix = prefixAt(markdown, start);
  const gap = markdown.slice(endOf(before), start);
  const isClose = text !== '' && before?.type === 'paragraph' && gap.split('\n').length === 2;
  const lines = `${isClose ? '\n' : ''}${text}`.split('\n');
  const [first = '', ...rest] = lines;
  const indented = rest.map((line) => (line ? prefix + line : prefix.trimEnd()));
  yield { start, end: endOf(run.at(-1)), text: [first, ...indented].join('\n') };
}

/** A link in HTML is several Markdown nodes (start tag, text, end tag): the HTML of a line is converted together. */
function* lineChange(node: Nodes, place: Place, { markdown, isMdx }: Source): Generator<Change> {
  const pieces = htmlIn(node);
  if (pieces.length === 0 || !('children' in node)) return;
  const [start, end] = [startOf(node.children[0]), endOf(node.children.at(-1))];
  let html = '';
  let from = start;
  for (const piece of pieces) {
    html += asHtmlText(markdown.slice(from, startOf(piece))) + piece.value;
    from = endOf(piece);
  }
  html += asHtmlText(markdown.slice(from, end));
  const text = rewriteHtml(html, { place, isMdx, prefix: prefixAt(markdown, startOf(node)) });
  if (text !== undefined) yield { start, end, text };
}

function htmlIn(node: Nodes): readonly Html[] {
  if (node.type === 'html') return [node];
  return 'children' in node ? node.children.flatMap(htmlIn) : [];
}

function asHtmlText(markdown: string): string {
  return markdown.replace(/[&<]/g, (mark) => (mark === '&' ? '&amp;' : '&lt;'));
}
