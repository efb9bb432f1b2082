/** Characters from which on a browser takes a second to find the direction of each paragraph anew. */
const longText = 10_000;
/** Characters within which a text has shown which way it is written. */
const enough = 1_000;

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The `dir` of a field: each paragraph by itself, and in a long text all of it as its first letter goes. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (text.length < longText) return 'auto';
  const [letter = ''] = /\p{L}/u.exec(text.slice(0, enough)) ?? [];
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
