import { escapeHtml } from '../text/escape.ts';

/** A text as HTML with one paragraph per run of lines, for text that can't be parsed as Markdown. Takes linear time. */
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
