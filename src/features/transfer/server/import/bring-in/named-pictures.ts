import type { Nodes, Root } from 'mdast';
import { parseMarkdown } from '../../../../../platform/markdown/plain-text.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';

/** Pictures of one text that are looked after; the rest keep their addresses. */
const picturesMax = 500;

function* nodesOf(tree: Root): Generator<Nodes> {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** What a picture's reference names: definitions of links stay as they are. */
function referencesOf(tree: Root): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(tree)) if (node.type === 'imageReference') names.add(node.identifier);
  return names;
}

/** The addresses of the pictures that a Markdown text shows, in its order, each once. */
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

/** An address as Markdown may spell it: writers put a backslash before signs that could mean something. */
function* spellingsOf(url: string): Generator<string> {
  yield* [url, encodeURI(url), url.replaceAll('&', '&amp;')];
  yield* [/&/g, /[()]/g, /[&()]/g, /[&()_*]/g].map((signs) => url.replace(signs, '\\$&'));
}

/** The stretch of a node with another address in the place of its own, which stands behind its words. */
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

/** Words that stand for a picture that is nowhere. */
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
  /** Leaves a picture as it stands that is nowhere, as in a text of a site such as this one. */
  readonly keepsOthers?: boolean;
}

/**
 * The text with its pictures, and the links to them, by the addresses that they have here. Where one has none and can't be
 * shown from where it is, its words stand in its place.
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

/** A picture within a link is changed twice: inside first, then what is around it. */
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
    // What is around a picture was made from the old text: its inside is renamed as a text of its own.
    const isAround = (inOrder[index + 1]?.start ?? end) < end;
    result +=
      markdown.slice(from, start) + (isAround ? renamePictures(text, names, renaming) : text);
    from = end;
  }
  return result + markdown.slice(from);
}
