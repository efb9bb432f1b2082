import type { List, Nodes, PhrasingContent } from 'mdast';
import { parseMarkdown, textOf } from '../../../../../../platform/markdown/plain-text.ts';

/** Blanks at a line's end and start go with it; those around the whole stay, as other marks may follow. */
function inOneLine(words: string): string {
  const [first = '', ...rest] = words.split('\n');
  return rest.reduce((line, next) => `${line.trimEnd()} ${next.trimStart()}`, first);
}

/**
 * Markdown as comments have it: bold, italic, code, links, quotes and lists, each line as it was written, and nothing
 * escaped. What they have no marks for becomes words: a heading is bold, a picture a link.
 */
export function commentText(markdown: string): string {
  const tree = parseMarkdown(markdown);
  return tree ? blocksOf(tree.children) : markdown;
}

function blocksOf(nodes: readonly Nodes[]): string {
  return nodes.map(blockOf).filter(Boolean).join('\n\n').trim();
}

function blockOf(node: Nodes): string {
  switch (node.type) {
    case 'heading': {
      const words = textOf(node).trim();
      return words && `**${words}**`;
    }
    case 'paragraph':
      return lineOf(node.children);
    case 'blockquote':
      return blocksOf(node.children)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'list':
      return itemsOf(node).join('\n');
    case 'code':
      return `\`\`\`\n${node.value}\n\`\`\``;
    case 'table':
      return node.children
        .map((row) => row.children.map((cell) => lineOf(cell.children)).join(' | '))
        .join('\n');
    default:
      return 'children' in node ? blocksOf(node.children) : 'value' in node ? node.value : '';
  }
}

/** The items of a list and of those within it: comments know one level. */
function itemsOf({ children, ordered, start }: List): readonly string[] {
  return children.flatMap((item, index) => {
    const mark = ordered ? `${(start ?? 1) + index}. ` : '- ';
    const words = blocksOf(item.children.filter(({ type }) => type !== 'list'));
    const inner = item.children.flatMap((one) => (one.type === 'list' ? itemsOf(one) : []));
    return [mark + inOneLine(words), ...inner];
  });
}

function lineOf(nodes: readonly PhrasingContent[]): string {
  return nodes.map(inlineOf).join('').trim();
}

function inlineOf(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return inOneLine(node.value);
    case 'break':
      return '\n';
    case 'strong':
      return `**${lineOf(node.children)}**`;
    case 'emphasis':
      return `*${lineOf(node.children)}*`;
    case 'inlineCode':
      return `\`${node.value}\``;
    case 'link':
      return linkOf(lineOf(node.children), node.url);
    case 'image':
      return linkOf(node.alt ?? '', node.url);
    default:
      return 'children' in node ? lineOf(node.children) : 'value' in node ? node.value : '';
  }
}

/** A picture in a link is one link already. */
function linkOf(words: string, url: string): string {
  if (!/^https?:/.test(url)) return words;
  const isPlain = words !== '' && words !== url && !/[[\]\n]/.test(words);
  return isPlain ? `[${words}](${url})` : url;
}
