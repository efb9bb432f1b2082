import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { ownPictureOf } from '../../../../../platform/text/own-picture.ts';
import { readPictureSize } from '../../../../../platform/text/picture-size.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import { titleWords, unescaped } from '../pictures/picture-edits.ts';
import type { Drawing } from './drawing.ts';
import { GalleryWidget, PictureWidget, type ShownPicture } from './widgets.ts';

/** Pages show more pictures of one paragraph one after the other (`src/platform/markdown/figures.ts`). */
const galleryMax = 9;
/** Aspect ratios that differ by less than this count as equal. */
const sameForm = 0.02;

/** The picture of an `Image` node; undefined where pages show its description only. */
function pictureOf(state: EditorState, node: SyntaxNode): ShownPicture | undefined {
  const [link, title] = [node.getChild('URL'), node.getChild('LinkTitle')];
  const [open, close] = node.getChildren('LinkMark');
  const sourceOf = (part: SyntaxNode | null) => (part ? state.sliceDoc(part.from, part.to) : '');
  const { address: url, size } = readPictureSize(sourceOf(link).replace(/^<|>$/g, ''));
  if (!isPictureUrl(url)) return undefined;
  const alt = open && close ? unescaped(state.sliceDoc(open.to, close.from)) : '';
  return { url, alt, caption: titleWords(sourceOf(title)), size };
}

/** The `Image` nodes of a paragraph that pages show as a figure: it has nothing else, and isn't an item of a list. */
function figuresIn(state: EditorState, paragraph: SyntaxNode | null): readonly SyntaxNode[] {
  if (paragraph?.name !== 'Paragraph' || paragraph.parent?.name === 'ListItem') return [];
  const images = paragraph.getChildren('Image');
  if (images.length > galleryMax) return [];
  const ends = [paragraph.from, ...images.map(({ to }) => to)];
  const between = ends.map((end, at) => state.sliceDoc(end, images[at]?.from ?? paragraph.to));
  return between.every((words) => words.trim() === '') ? images : [];
}

function areAlike(pictures: readonly ShownPicture[]): boolean {
  const [first, ...others] = pictures.map(({ url }) => {
    const own = ownPictureOf(url);
    return own && own.height / own.width;
  });
  return (
    first !== undefined &&
    others.every((form) => form !== undefined && Math.abs(form / first - 1) < sameForm)
  );
}

/** Pictures side by side in the paragraph's first line, its other lines hidden; false where it isn't drawn so. */
export function drawGallery(drawing: Drawing, paragraph: SyntaxNode): boolean {
  const { state } = drawing;
  // Most paragraphs begin otherwise.
  if (state.sliceDoc(paragraph.from, paragraph.from + 2) !== '![') return false;
  const images = figuresIn(state, paragraph);
  if (images.length < 2 || drawing.isTouched(paragraph)) return false;
  const pictures = images
    .map((image) => pictureOf(state, image))
    .filter((picture) => picture !== undefined);
  if (pictures.length < images.length) return false;
  if (!images.every((image) => drawing.isInLine(image))) return false;
  const shown = pictures.map((picture) => ({ ...picture, size: undefined }));
  const first = state.doc.lineAt(paragraph.from);
  for (const line of drawing.linesOf(paragraph)) {
    const part = { from: Math.max(line.from, paragraph.from), to: Math.min(line.to, paragraph.to) };
    if (line.number === first.number) {
      drawing.replace(part, new GalleryWidget(shown, !areAlike(pictures)));
    } else {
      drawing.line(line.from, 'gathered');
      drawing.hide(part);
    }
  }
  return true;
}

/** A picture as pages show it: with its caption and in its size, if it is alone in its paragraph. */
export function drawPicture(drawing: Drawing, node: SyntaxNode): void {
  const { state } = drawing;
  const picture = pictureOf(state, node);
  if (!picture) return;
  const { parent } = node;
  const figures = figuresIn(state, parent).length;
  const isSized = figures === 1 && parent?.parent?.name === 'Document';
  const shown = {
    ...picture,
    caption: figures > 0 ? picture.caption : '',
    size: isSized ? picture.size : undefined,
  };
  if (drawing.isInLine(node) && !drawing.isTouched(node)) {
    drawing.replace(node, new PictureWidget(shown, false));
  } else {
    drawing.after(node, new PictureWidget(shown, true));
  }
}
