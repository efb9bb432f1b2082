import type { Nodes, Root } from 'mdast';
import { parseMarkdown } from '../../../../../platform/markdown/plain-text.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';

/** Most pictures of a text that are imported; the others keep their addresses. */
const picturesMax = 500;

function* nodesOf(tree: Root): Generator<Nodes> {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** The identifiers of image references, to leave definitions for links unchanged. */
function referencesOf(tree: Root): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(tree)) if (node.type === 'imageReference') names.add(node.identifier);
  return names;
}

/** The addresses of the pictures in a Markdown text, in order and without duplicates. */
export function picturesIn(markdown: string): readonly string[] {
  const tree = parseMarkdown(markdown);
  if (!tree) return [];
  const references = referencesOf(tree);
  const found = new Set<string>();
  for (const node of nodesOf(tree)) {
    const isPicture =
      node.type === 'image' || (node.type === 'definition' && references.has(node.identifier));
    if (isPicture && found.size < picturesMax) found.add(node.url);
  }
  return [...found];
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Possible spellings of an address in Markdown source: punctuation can have backslash escapes. */
function* spellingsOf(url: string): Generator<string> {
  yield* [url, encodeURI(url), url.replaceAll('&', '&amp;')];
  yield* [/&/g, /[()]/g, /[&()]/g, /[&()_*]/g].map((signs) => url.replace(signs, '\\$&'));
}

/** A node's source with its address replaced; the address comes after its text. */
function withAddress(source: string, url: string, address: string): string | undefined {
  for (const spelling of spellingsOf(url)) {
    const at = source.lastIndexOf(spelling);
    if (at < 0) continue;
    const [from, to] =
      source[at - 1] === '<' && source[at + spelling.length] === '>'
        ? [at - 1, at + spelling.length + 1]
        : [at, at + spelling.length];
    return source.slice(0, from) + address + source.slice(to);
  }
  return undefined;
}

/** Text in place of a missing picture. */
const wordsOf = (alt: string | null | undefined) =>
  (alt ?? '').replace(/\s+/g, ' ').replace(/[\\[\]*_`<>#!]/g, '\\$&');

function changeOf(
  node: Nodes,
  source: string,
  names: ReadonlyMap<string, string>,
  references: ReadonlySet<string>,
  { keepsOthers }: Renaming,
): string | undefined {
  if (node.type === 'image') {
    const here = names.get(node.url);
    if (here !== undefined) return withAddress(source, node.url, here);
    return keepsOthers || isPictureUrl(node.url) ? undefined : wordsOf(node.alt);
  }
  const isRenamed =
    node.type === 'link' || (node.type === 'definition' && references.has(node.identifier));
  const here = isRenamed ? names.get(node.url) : undefined;
  return here === undefined || !isRenamed ? undefined : withAddress(source, node.url, here);
}

interface Renaming {
  /** Leaves missing pictures unchanged, for texts of a site of this kind. */
  readonly keepsOthers?: boolean;
}

/**
 * The text with new addresses in its pictures and the links to them. A picture without a new address that can't be
 * shown from its old one is replaced by its alternative text.
 */
export function renamePictures(
  markdown: string,
  names: ReadonlyMap<string, string>,
  renaming: Renaming = {},
): string {
  const tree = parseMarkdown(markdown);
  if (!tree) return markdown;
  const references = referencesOf(tree);
  const changes: Change[] = [];
  for (const node of nodesOf(tree)) {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) continue;
    const text = changeOf(node, markdown.slice(start, end), names, references, renaming);
    if (text !== undefined) changes.push({ start, end, text });
  }
  return applied(markdown, changes, names, renaming);
}

/** Applies changes; for a picture within a link, the inner change is applied before the outer one. */
function applied(
  markdown: string,
  changes: readonly Change[],
  names: ReadonlyMap<string, string>,
  renaming: Renaming,
): string {
  let result = '';
  let from = 0;
  const inOrder = changes.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const [index, { start, end, text }] of inOrder.entries()) {
    if (start < from) continue;
    // The replacement of an outer node has the original inner source, so its pictures are renamed recursively.
    const isAround = (inOrder[index + 1]?.start ?? end) < end;
    result +=
      markdown.slice(from, start) + (isAround ? renamePictures(text, names, renaming) : text);
    from = end;
  }
  return result + markdown.slice(from);
}
