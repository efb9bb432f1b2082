import { escapeHtml } from '../text/escape.ts';

/**
 * A text as it stands, a paragraph for each run of lines, as HTML: for what can't be read as Markdown. Its time is in
 * proportion to the text, whatever is in it.
 */
export function plainParagraphs(text: string): string {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split('\n'), '']) {
    if (line.trim() !== '') lines.push(line);
    else if (lines.length > 0) {
      paragraphs.push(`<p>${escapeHtml(lines.join('\n').trim())}</p>`);
      lines = [];
    }
  }
  return paragraphs.join('\n');
}
