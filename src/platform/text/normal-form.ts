/**
 * Maximum consecutive combining marks, more than any script uses, as in Unicode's Stream-Safe Text Format (UAX #15,
 * 12). Normalization sorts marks in quadratic time: half a million in a row would take minutes.
 */
const marksMax = 30;

/** True for text with more combining marks on a letter than any script uses. */
export function hasExcessiveMarks(text: string): boolean {
  for (const [marks] of text.matchAll(/\p{M}+/gu)) {
    if (marks.length > marksMax) return true;
  }
  return false;
}

/** The text in Unicode's form NFC; text with excessive marks, which no field accepts, stays unchanged. */
export function toNfc(text: string): string {
  return hasExcessiveMarks(text) ? text : text.normalize('NFC');
}

/** The same in NFKC, which replaces compatibility characters, such as full-width letters, by the usual ones. */
export function toNfkc(text: string): string {
  return hasExcessiveMarks(text) ? text : text.normalize('NFKC');
}
