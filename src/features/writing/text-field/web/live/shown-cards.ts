import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { cardWordsOf } from '../../../../../platform/text/card-words.ts';
import { isForeignUrl, isWebUrl } from '../../../../../platform/text/web-url.ts';
import { unescaped } from '../pictures/picture-edits.ts';
import type { Drawing } from './drawing.ts';
import { CardWidget } from './widgets.ts';

const linkNames: ReadonlySet<string> = new Set(['URL', 'Autolink', 'Link']);

/** The words of a link's text without the marks of their formatting; undefined if it has a picture. */
function textOf(state: EditorState, link: SyntaxNode): string | undefined {
  const [open, close] = link.getChildren('LinkMark');
  if (link.name !== 'Link' || !open || !close) return '';
  let text = '';
  let at = open.to;
  let hasPicture = false;
  syntaxTree(state).iterate({
    from: open.to,
    to: close.from,
    enter({ name, from, to }) {
      if (name === 'Image') hasPicture = true;
      if (!name.endsWith('Mark') || from < at || to > close.from) return;
      text += state.sliceDoc(at, from);
      at = to;
    },
  });
  return hasPicture ? undefined : unescaped(text + state.sliceDoc(at, close.from));
}

/** A link to another site in a paragraph of its own as the card that pages show; false where it isn't drawn so. */
export function drawCard(drawing: Drawing, paragraph: SyntaxNode): boolean {
  const { state } = drawing;
  const link = paragraph.firstChild;
  if (!link || !linkNames.has(link.name) || paragraph.parent?.name !== 'Document') return false;
  const isAlone = link.from === paragraph.from && link.to === paragraph.to;
  if (!isAlone || !drawing.isInLine(paragraph) || drawing.isTouched(paragraph)) return false;
  const url = link.name === 'URL' ? link : link.getChild('URL');
  const written = url ? state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '') : '';
  const href = /^www\./i.test(written) ? `http://${written}` : written;
  if (!isWebUrl(href) || !isForeignUrl(href)) return false;
  const said = textOf(state, link);
  if (said === undefined) return false;
  const card = cardWordsOf(href, said);
  if (!card) return false;
  drawing.replace(paragraph, new CardWidget(card, said));
  return true;
}
