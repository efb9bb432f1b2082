import type { Element, ElementContent, Root } from 'hast';
import type { Html, Parents } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { boundGrowth } from './bound-growth.ts';
import { isTangled } from './is-tangled.ts';
import { idPrefix, sanitizeSchema } from './sanitize-schema.ts';
import { shapeForPage } from './shape-for-page.ts';
import { withoutComments } from './without-comments.ts';

const flowParents: ReadonlySet<Parents['type']> = new Set([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
]);

/** HTML inside Markdown is shown, never run; comments were not meant to be seen. */
function showHtml(_state: unknown, node: Html, parent?: Parents): ElementContent | undefined {
  const value = withoutComments(node.value);
  if (value.trim() === '') return undefined;
  return parent && flowParents.has(parent.type) ? paragraph(value) : { type: 'text', value };
}

function paragraph(value: string): Element {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value }] };
}

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(boundGrowth)
  .use(remarkRehype, { clobberPrefix: idPrefix, handlers: { html: showHtml } })
  .use(shapeForPage)
  // Last, so that nothing which follows could bring back what it took out.
  .use(rehypeSanitize, sanitizeSchema)
  .use(rehypeStringify)
  .freeze();

/** The text as it stands, a paragraph for each run of lines: for what is too tangled to be read as Markdown. */
function renderPlain(text: string): string {
  const tree: Root = {
    type: 'root',
    children: text
      .split(/\n\s*\n/)
      .filter((lines) => lines.trim() !== '')
      .map((lines) => paragraph(lines.trim())),
  };
  return pipeline.stringify(tree);
}

/**
 * Markdown (CommonMark and GitHub's tables, task lists, strikethrough, footnotes) as sanitized HTML for inside a page
 * that has its own `h1`. Never throws. Text built to exhaust the parser comes out as plain paragraphs.
 */
export function renderMarkdown(markdown: string): string {
  if (isTangled(markdown)) return renderPlain(markdown);
  try {
    return String(pipeline.processSync(markdown));
  } catch {
    return renderPlain(markdown);
  }
}
