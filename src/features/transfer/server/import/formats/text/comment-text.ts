import type { List, Nodes, PhrasingContent } from 'mdast';
import { parseMarkdown, textOf } from '../../../../../../platform/markdown/plain-text.ts';

/** Joins lines and drops the spaces around the breaks; outer spaces stay, as inline nodes may follow. */
function inOneLine(words: string): string {
  const [first = '', ...rest] = words.split('\n');
  return rest.reduce((line, next) => `${line.trimEnd()} ${next.trimStart()}`, first);
}

/**
 * Markdown in the subset of comments: bold, italic, code, links, quotes and lists, with its line breaks and without
 * escapes. Other elements are converted: a heading becomes bold, a picture a link.
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

/** Flattens nested lists: comments have a single level. */
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

/** A picture within a link is already one link. */
function linkOf(words: string, url: string): string {
  if (!/^https?:/.test(url)) return words;
  const isPlain = words !== '' && words !== url && !/[[\]\n]/.test(words);
  return isPlain ? `[${words}](${url})` : url;
}
