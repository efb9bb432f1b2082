import { escapeHtml } from '../../../platform/text/escape.ts';
import { type Block, type Inline, readCommentMarkdown } from '../markdown/comment-markdown.ts';

function inlineHtml(part: Inline): string {
  if (part.kind === 'text') return escapeHtml(part.text);
  if (part.kind === 'code') return `<code>${escapeHtml(part.text)}</code>`;
  const inner = inlinesHtml(part.parts);
  if (part.kind === 'link') return `<a href="${escapeHtml(part.href)}">${inner}</a>`;
  return `<${part.kind}>${inner}</${part.kind}>`;
}

const inlinesHtml = (parts: readonly Inline[]) => parts.map(inlineHtml).join('');

function blockHtml(block: Block): string {
  if (block.kind === 'lines') return `<p>${inlinesHtml(block.parts)}</p>`;
  if (block.kind === 'code') return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
  if (block.kind === 'quote') {
    return `<blockquote>${block.blocks.map(blockHtml).join('')}</blockquote>`;
  }
  const items = block.items.map((parts) => `<li>${inlinesHtml(parts)}</li>`).join('');
  return block.start === undefined
    ? `<ul>${items}</ul>`
    : `<ol start="${block.start}">${items}</ol>`;
}

/** A comment as HTML without styles, for pages outside the site: `CommentText` shows it within. */
export function commentHtml(text: string): string {
  return readCommentMarkdown(text).map(blockHtml).join('');
}
