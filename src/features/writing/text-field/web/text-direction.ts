/** Characters from which a browser takes a second to determine the direction of each paragraph. */
const longText = 10_000;
/** Characters that suffice to detect a text's direction. */
const enough = 1_000;

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The `dir` of a field: in a long text that of its first letter, otherwise undefined, and the style sheet sets it per
 * paragraph. With `dir="auto"` Chromium re-scans all lines for each line that it lays out.
 */
export function textDirection(text: string): 'ltr' | 'rtl' | undefined {
  if (text.length < longText) return undefined;
  const [letter = ''] = /\p{L}/u.exec(text.slice(0, enough)) ?? [];
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
