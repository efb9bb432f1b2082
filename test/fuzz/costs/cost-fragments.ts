import type { Random } from '../random.ts';

/** A text that grows by repeating `unit`. */
export interface Fragment {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

const f = (before: string, unit: string, after = ''): Fragment => ({ before, unit, after });

/** Units that some parser or regular expression was slow on, repeated alone. */
const repeated: readonly string[] = [
  'a',
  '\\',
  '> ',
  '>\n> - ',
  'http://',
  'www._',
  'a@',
  'mailto:',
  '[',
  '![',
  '[a](',
  '[a](<b',
  '[a]: <',
  '[^1]',
  '[^a]: b\n',
  '[a]: b\n',
  '*a',
  '*a **b ',
  '_a*',
  'a**',
  '~~a',
  '`a',
  '`',
  '``` ',
  '<',
  '<!--',
  '<!-',
  '<![CDATA[',
  '<?',
  '<a ',
  '<a b="',
  '<b>',
  '</b>',
  '<table><tr><td>',
  '<a><b><i>',
  '&',
  '&#',
  '&amp;',
  '|a',
  '|-|\n',
  '1. ',
  '- a\n  ',
  '* ',
  '+ \n',
  '- [ ] ',
  '# ',
  '#',
  '  \n',
  '\\\n',
  ';',
  'a=b;',
  'session=;',
  'gzip;q=0.1,',
  'br;q=',
  ',',
  '"a",',
  'W/"a", ',
  'for=a;by=b,',
  'for="[::1]",',
  '1.1.1.1, ',
  ':',
  '::',
  '/',
  '/.',
  '/..',
  '%',
  '%25',
  '%ff',
  '?a=b&',
  '&a',
  'a&a=',
  '+',
  '\u0301',
  '\ufdfa',
  '\u202e',
  '\ud83d\udc69\u200d',
  'ß',
  'İ',
  '한글',
  'ab ',
  "'",
  '$',
  '{{',
  'Mozilla/5.0 (',
  '1',
  '0',
  '-',
  'Mon, ',
];
/** Slow fragments: the units above, and units between a fixed beginning and end. */
export const knownFragments: readonly Fragment[] = [
  ...repeated.map((unit) => f('', unit)),
  f('', ' ', 'x'),
  f('x', '\t', 'x'),
  f('', '\n', 'x'),
  f('"', '\\"'),
  f('{"a":"', '\\u0022'),
  f('', '{"a":', '1'),
  f('[', '"\\",', '1]'),
  f('> ', 'a\n'),
  f('http://a.b/', '!', 'a'),
  f('http://a.b/', '(', 'a'),
  f('http://a.b/', '&a;', '!'),
  f('http://', 'a.'),
  f('www.', 'a_.', 'b'),
  f('', 'a@a.', '-'),
  f('a', '.a', '@'),
  f('<a ', 'b=c '),
  f('a|b\n-|-\n', '|'),
  f('|', 'a|'),
  f('a\n', '='),
  f('a\n', '-', ' b'),
  f('---\n', 'a: b\n', '---\n'),
  f('---\n', '- ', '\n---\n'),
  f('---\na: ', '[', '\n---\n'),
  f('---\na: &a ', '*a ', '\n---\n'),
  f('---\n', 'a:\n ', '---\n'),
  f('---\n', '\n'),
  f('session=', ' ', ';'),
  f('::ffff:', '1.'),
  f('/', '%2e%2e%2f'),
  f('a', '\u0301\u0323'),
  f('', '\u0334\u0316\u0301', 'a'),
  f('', '\u200b', 'x'),
  f('1', '0', 'e'),
  f('2026-', '1', '-'),
];

/** Characters with a special meaning in some grammar. */
const special = [...'"\'\\<>[](){}*_~`!#&|=-+.:;,/@%?^$ \t\n\r0a', '\u200b', 'é'] as const;

/** A random fragment, not known to be slow. */
export function randomFragment(random: Random): Fragment {
  const some = (most: number) =>
    Array.from({ length: random.below(most + 1) }, () => random.pick(special)).join('');
  const unit = `${random.pick(special)}${some(3)}`;
  return f(random.once(2) ? some(4) : '', unit, random.once(2) ? some(3) : '');
}

/** The fragment grown to at most `size` characters. */
export function grow({ before, unit, after }: Fragment, size: number): string {
  const room = Math.max(size - before.length - after.length, unit.length);
  return `${before}${unit.repeat(Math.floor(room / unit.length))}${after}`;
}

export function nameOf({ before, unit, after }: Fragment): string {
  return `${JSON.stringify(before)} + ${JSON.stringify(unit)} × n + ${JSON.stringify(after)}`;
}
