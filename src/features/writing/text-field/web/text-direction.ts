/** Characters from which on a browser takes a second to find the direction of each paragraph anew. */
const longText = 10_000;
/** Characters within which a text has shown which way it is written. */
const enough = 1_000;

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The `dir` of a field, in a long text as its first letter goes; undefined where each paragraph goes by itself, which is
 * the style sheet's: of a field whose `dir` is `auto` Chromium goes through all lines anew for each line that is set.
 */
export function textDirection(text: string): 'ltr' | 'rtl' | undefined {
  if (text.length < longText) return undefined;
  const [letter = ''] = /\p{L}/u.exec(text.slice(0, enough)) ?? [];
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
