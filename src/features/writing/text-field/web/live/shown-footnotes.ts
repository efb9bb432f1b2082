import type { Drawing } from './drawing.ts';

const note = /^ {0,3}\[\^[^\]\s]{1,100}\]:/;
const reference = /\[\^([^[\]\s]{1,100})\]/g;

/** Footnote references as superscript and their notes in small type. The Markdown parser knows neither. */
export function drawFootnotes(drawing: Drawing, isCode: (at: number) => boolean): void {
  for (const line of drawing.linesOf(drawing.visible)) {
    if (!line.text.includes('[^') || isCode(line.from)) continue;
    const label = note.exec(line.text)?.[0].length ?? 0;
    if (label > 0) {
      drawing.line(line.from, 'note-line');
      drawing.mark({ from: line.from, to: line.from + label }, 'note-label');
    }
    for (const { 0: whole, index } of line.text.slice(label).matchAll(reference)) {
      const from = line.from + label + index;
      const to = from + whole.length;
      if (isCode(from + 1)) continue;
      drawing.mark({ from, to }, 'note-mark');
      if (drawing.isTouched({ from, to })) continue;
      drawing.hide({ from, to: from + 2 });
      drawing.hide({ from: to - 1, to });
    }
  }
}
