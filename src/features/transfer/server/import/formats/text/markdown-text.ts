import path from 'node:path';
import type { Definition, Image, Nodes, Root } from 'mdast';
import { parseMarkdown, textOf } from '../../../../../../platform/markdown/plain-text.ts';
import { htmlToMarkdown } from '../../html-to-markdown.ts';
import { readTemplates } from '../markdown/read-templates.ts';
import { type HtmlRead, sameWords } from './html-text.ts';
import type { Markup } from './markup.ts';

/** Markdown of another system: without HTML and template tags, its pictures by their names in the export. */
export function readMarkdown(markup: Markup): HtmlRead {
  const lines = markup.text.replace(/\r\n?/g, '\n').trim();
  if (markup.format === 'own') return { markdown: lines, notes: [] };
  const notes = new Set<string>();
  const plain = readTemplates(lines, markup, notes);
  const markdown = htmlToMarkdown(plain, { isMdx: markup.format === 'mdx' }).trim();
  const tree = parseMarkdown(markdown);
  if (!tree) throw new Error('its text is nested too deeply');
  const { text, title } = withoutTitle(withNames(markdown, tree, markup), tree, markup.title);
  return { markdown: text.trim(), notes: [...notes], facts: { title: title ? [title] : [] } };
}

/** Pictures, and the definitions that may be those of pictures. */
function addressesIn(node: Nodes): readonly (Image | Definition)[] {
  if (node.type === 'image' || node.type === 'definition') return [node];
  return 'children' in node ? node.children.flatMap(addressesIn) : [];
}

/** Replaces relative addresses of pictures beside a text by their names in the export. */
function withNames(markdown: string, tree: Root, { folder, siblings = [] }: Markup): string {
  if (folder === undefined || siblings.length === 0) return markdown;
  const known = new Set(siblings);
  let result = '';
  let from = 0;
  for (const { type, url, position } of addressesIn(tree)) {
    const name = path.posix.join(folder, decodedOf(url));
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
    const at = markdown.indexOf(url, markdown.indexOf(type === 'image' ? '](' : ']:', start));
    if (!known.has(name) || at < 0 || at > end) continue;
    const written = /[\s()<>]/.test(name) ? encodeURI(name).replace(/[()]/g, '\\$&') : name;
    result += markdown.slice(from, at) + written;
    from = at + url.length;
  }
  return result + markdown.slice(from);
}

function decodedOf(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** The text without a first heading that repeats the title, or that serves as the title of a text without one. */
function withoutTitle(markdown: string, tree: Root, given: string | undefined) {
  const [first] = tree.children;
  if (first?.type !== 'heading') return { text: markdown, title: given };
  const heading = textOf(first);
  const isTitle = given ? sameWords(heading, given) : first.depth === 1;
  if (!isTitle) return { text: markdown, title: given };
  return { text: markdown.slice(first.position?.end.offset ?? 0), title: given || heading };
}
