import type { Root } from 'hast';
import type { Html, Parents } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options as RemarkRehypeOptions } from 'remark-rehype';
import { unified } from 'unified';
import { boundGrowth } from './bound-growth.ts';
import { isTangled } from './is-tangled.ts';
import { idPrefix, sanitizeSchema } from './sanitize-schema.ts';
import { shapeForPage } from './shape-for-page.ts';

const flowParents: ReadonlySet<Parents['type']> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** HTML inside Markdown is shown, never run; comments were not meant to be seen. */
const showHtml: NonNullable<RemarkRehypeOptions['handlers']>[string] = (_state, node: Html, parent?: Parents) => {
  const value = node.value.replace(/<!--[^]*?-->/g, '');
  if (value.trim() === '') return undefined;
  const text = { type: 'text' as const, value };
  return parent && flowParents.has(parent.type)
    ? { type: 'element' as const, tagName: 'p', properties: {}, children: [text] }
    : text;
};

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
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph) => ({
        type: 'element',
        tagName: 'p',
        properties: {},
        children: [{ type: 'text', value: paragraph.trim() }],
      })),
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
