/**
 * More marks upon one letter than any script puts there: Unicode's Stream-Safe Text Format (UAX #15, 12) draws the line
 * here as well. Putting marks in order takes a time that grows with the square of how many there are in a row: half a
 * million of them would take minutes.
 */
const marksMax = 30;

/** True for text that heaps marks upon a letter; nobody can read it. */
export function isPiledUp(text: string): boolean {
  for (const [marks] of text.matchAll(/\p{M}+/gu)) {
    if (marks.length > marksMax) return true;
  }
  return false;
}

/** The text in Unicode's form NFC; piled-up text, which no field accepts, stays as it is. */
export function toNfc(text: string): string {
  return isPiledUp(text) ? text : text.normalize('NFC');
}

/** The same in NFKC, in which letters that only look otherwise, such as those of full width, are the usual ones. */
export function toNfkc(text: string): string {
  return isPiledUp(text) ? text : text.normalize('NFKC');
}
