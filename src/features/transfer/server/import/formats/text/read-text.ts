import { plainTextOf } from '../../../../../../platform/markdown/plain-text.ts';
import { readGhostTree } from '../ghost/ghost-tree.ts';
import { readMediumPage } from '../medium/medium-page.ts';
import { readWordPress } from '../wordpress/wordpress-text.ts';
import { commentText } from './comment-text.ts';
import { type HtmlRead, readHtml } from './html-text.ts';
import { readMarkdown } from './markdown-text.ts';
import { withoutControls } from './marks.ts';
import type { Markup, ReadText } from './markup.ts';

function readMarkup(markup: Markup): HtmlRead {
  switch (markup.format) {
    case 'html':
      return readHtml(markup.text, markup);
    case 'wordpress':
      return readWordPress(markup);
    case 'medium':
      return readMediumPage(markup);
    case 'lexical':
    case 'mobiledoc':
      return readGhostTree(markup);
    default:
      return readMarkdown(markup);
  }
}

/** Converts another system's text to one of this site. It can be slow: call it in a worker thread with a deadline. */
export function readText(markup: Markup): ReadText {
  // Text of a site of this kind has nothing that this site refuses.
  if (markup.format === 'own') {
    const { markdown, notes } = readMarkdown(markup);
    return { markdown, plain: plainTextOf(markdown), notes };
  }
  const read = readMarkup({ ...markup, text: withoutControls(markup.text) });
  const { notes, facts, readers } = read;
  const markdown = markup.isComment ? commentText(read.markdown) : read.markdown;
  return { markdown, plain: plainTextOf(markdown), notes, facts, readers };
}
