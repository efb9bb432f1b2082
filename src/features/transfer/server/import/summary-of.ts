import type { Nodes, Root } from 'mdast';
import { blogFields } from '../../../../blog/fields.ts';
import { textOf } from '../../../../platform/markdown/plain-text.ts';
import { shorten } from '../../../../platform/text/shorten.ts';

/**
 * A short description for a text without one: the beginning of its first real paragraph, one with more than a remark in
 * italics. Undefined without any letters.
 */
export function summaryOf(tree: Root): string | undefined {
  const first = tree.children.findIndex(isRealParagraph);
  const text = first < 0 ? textOf(tree) : openingOf(tree.children.slice(first));
  return /\p{L}/u.test(text) ? shorten(text, blogFields.shortDescription.max) : undefined;
}

function isRealParagraph(node: Nodes): boolean {
  return (
    node.type === 'paragraph' &&
    node.children.some((child) => child.type === 'text' && /\p{L}{3}/u.test(child.value))
  );
}

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text.trim());

/** The first paragraph, and the following ones while the text ends with a colon. */
function openingOf(blocks: readonly Nodes[]): string {
  let text = '';
  for (const block of blocks) {
    if (block.type !== 'paragraph' && block.type !== 'list') break;
    // An address is shown as a card and isn't text.
    if (isAddress(textOf(block))) break;
    text = `${text} ${textOf(block)}`.trim();
    if (!text.endsWith(':')) break;
  }
  return text;
}
