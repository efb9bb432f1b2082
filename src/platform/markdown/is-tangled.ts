/**
 * The parser's time grows with the square of two things: brackets and emphasis marks within one block, and switches
 * between quotes and lists. Both limits are far above what people write (a changelog of 850 KB stays under a tenth)
 * and keep the worst text of 1 MB at a few seconds; measured with the parser that is pinned.
 */
const markSquaresMax = 50_000_000;
const switchesMax = 8_000;
/** Tags within one block: the parser takes a second for as many, and twenty for twice as many. */
const tagsMax = 40_000;
/** Quotes and lists inside each other, as opened on one line. */
const depthMax = 30;
/** Columns that a line may be indented: deeper is nesting, too, one level for every two. */
const indentMax = 200;

const marks = /[[\]*_~]/g;
const containers = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const containerMarkers = />|[-*+](?=[ \t]|$)|\d{1,9}[.)]/g;
const underline = /^[ \t]*(?:=+|-+)[ \t]*$/;
/** These end the paragraph before them wherever they stand, so marks on both sides never meet. */
const blockStart = /^ {0,3}(?:[-*+][ \t]+\S|#{1,6}[ \t])/;

/** True for text that would keep the Markdown parser busy for long. One pass, no backtracking. */
export function isTangled(markdown: string): boolean {
  let squares = 0;
  let marksInBlock = 0;
  let tagsInBlock = 0;
  let switches = 0;
  let prefixBefore = '';
  for (const line of markdown.split('\n')) {
    const isBlank = line.trim() === '';
    if (isBlank || blockStart.test(line)) {
      squares += marksInBlock ** 2;
      marksInBlock = 0;
      tagsInBlock = 0;
    }
    if (isBlank) {
      // A blank line ends a quote; a list goes on after it.
      if (prefixBefore.includes('>')) prefixBefore = '';
      continue;
    }
    marksInBlock += line.match(marks)?.length ?? 0;
    tagsInBlock += line.split('<').length - 1;
    if (tagsInBlock > tagsMax) return true;
    const { prefix, depth, indent } = containersOf(line);
    if (depth > depthMax || (indent > indentMax && depth > 0)) return true;
    switches += prefix === prefixBefore ? Math.max(0, depth - 1) : depth + 1;
    if (underline.test(line)) switches += 1;
    prefixBefore = prefix;
    if (switches > switchesMax || squares + marksInBlock ** 2 > markSquaresMax) return true;
  }
  return false;
}

/** What a line opens or carries on: its markers with their indentation, how many, and the columns before the first. */
function containersOf(line: string): { prefix: string; depth: number; indent: number } {
  const [prefix = ''] = containers.exec(line) ?? [];
  return {
    prefix: prefix.replace(/\d+/g, '0'),
    depth: prefix.match(containerMarkers)?.length ?? 0,
    indent: line.length - line.trimStart().length,
  };
}
