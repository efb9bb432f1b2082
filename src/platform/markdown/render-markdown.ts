import type { Element, ElementContent, Nodes } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Html, Parents } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { plainParagraphs } from './plain-paragraphs.ts';
import { parseMarkdown, withoutComments } from './plain-text.ts';
import { idPrefix, sanitizeSchema } from './sanitize-schema.ts';
import { shapeForPage } from './shape-for-page.ts';

const flowParents: ReadonlySet<Parents['type']> = new Set([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
]);

/** HTML inside Markdown is shown as text, never interpreted; comments are dropped. */
function showHtml(_state: unknown, node: Html, parent?: Parents): ElementContent | undefined {
  const value = withoutComments(node.value);
  if (value.trim() === '') return undefined;
  return parent && flowParents.has(parent.type) ? paragraph(value) : { type: 'text', value };
}

function paragraph(value: string): Element {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value }] };
}

function pageTree(markdown: string): Nodes | undefined {
  const text = parseMarkdown(markdown);
  if (!text) return undefined;
  try {
    const tree = toHast(text, { clobberPrefix: idPrefix, handlers: { html: showHtml } });
    if (tree.type === 'root') shapeForPage(tree);
    return tree;
  } catch {
    return undefined;
  }
}

/**
 * Renders Markdown (CommonMark and GitHub's tables, task lists, strikethrough, footnotes) to sanitized HTML for a page
 * with its own `h1`. Never throws: a text that is nested too deeply becomes plain paragraphs. A malicious text may take
 * long: call it in a thread with a deadline.
 */
export function renderMarkdown(markdown: string): string {
  const tree = pageTree(markdown);
  // Sanitizing is the last step, so that no other step can undo it.
  return tree ? toHtml(sanitize(tree, sanitizeSchema)) : plainParagraphs(markdown);
}
