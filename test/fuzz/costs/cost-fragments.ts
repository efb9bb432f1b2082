import type { Random } from '../random.ts';

/** A text that grows by repeating a part of it. */
export interface Fragment {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

const f = (before: string, unit: string, after = ''): Fragment => ({ before, unit, after });

/** Families that some parser or expression has been slow on. */
export const knownFragments: readonly Fragment[] = [
  f('', 'a'),
  f('', ' ', 'x'),
  f('x', '\t', 'x'),
  f('', '\n', 'x'),
  f('"', '\\"'),
  f('', '\\'),
  f('{"a":"', '\\u0022'),
  f('', '{"a":', '1'),
  f('[', '"\\",', '1]'),
  f('> ', 'a\n'),
  f('', '> '),
  f('', '>\n> - '),
  f('http://a.b/', '!', 'a'),
  f('http://a.b/', '(', 'a'),
  f('http://a.b/', '&a;', '!'),
  f('http://', 'a.'),
  f('', 'http://'),
  f('', 'www._'),
  f('www.', 'a_.', 'b'),
  f('', 'a@'),
  f('', 'a@a.', '-'),
  f('', 'mailto:'),
  f('a', '.a', '@'),
  f('', '['),
  f('', '!['),
  f('', '[a]('),
  f('', '[a](<b'),
  f('', '[a]: <'),
  f('', '[^1]'),
  f('', '[^a]: b\n'),
  f('', '[a]: b\n'),
  f('', '*a'),
  f('', '*a **b '),
  f('', '_a*'),
  f('', 'a**'),
  f('', '~~a'),
  f('', '`a'),
  f('', '`'),
  f('', '``` '),
  f('', '<'),
  f('', '<!--'),
  f('', '<!-'),
  f('', '<![CDATA['),
  f('', '<?'),
  f('', '<a '),
  f('<a ', 'b=c '),
  f('', '<a b="'),
  f('', '<b>'),
  f('', '</b>'),
  f('', '<table><tr><td>'),
  f('', '<a><b><i>'),
  f('', '&'),
  f('', '&#'),
  f('', '&amp;'),
  f('', '|a'),
  f('a|b\n-|-\n', '|'),
  f('|', 'a|'),
  f('', '|-|\n'),
  f('', '1. '),
  f('', '- a\n  '),
  f('', '* '),
  f('', '+ \n'),
  f('', '- [ ] '),
  f('', '# '),
  f('', '#'),
  f('a\n', '='),
  f('a\n', '-', ' b'),
  f('', '  \n'),
  f('', '\\\n'),
  f('---\n', 'a: b\n', '---\n'),
  f('---\n', '- ', '\n---\n'),
  f('---\na: ', '[', '\n---\n'),
  f('---\na: &a ', '*a ', '\n---\n'),
  f('---\n', 'a:\n ', '---\n'),
  f('---\n', '\n'),
  f('', ';'),
  f('', 'a=b;'),
  f('session=', ' ', ';'),
  f('', 'session=;'),
  f('', 'gzip;q=0.1,'),
  f('', 'br;q='),
  f('', ','),
  f('', '"a",'),
  f('', 'W/"a", '),
  f('', 'for=a;by=b,'),
  f('', 'for="[::1]",'),
  f('', '1.1.1.1, '),
  f('', ':'),
  f('', '::'),
  f('::ffff:', '1.'),
  f('', '/'),
  f('', '/.'),
  f('', '/..'),
  f('/', '%2e%2e%2f'),
  f('', '%'),
  f('', '%25'),
  f('', '%ff'),
  f('', '?a=b&'),
  f('', '&a'),
  f('', 'a&a='),
  f('', '+'),
  f('', '\u0301'),
  f('a', '\u0301\u0323'),
  f('', '\u0334\u0316\u0301', 'a'),
  f('', '\ufdfa'),
  f('', '\u200b', 'x'),
  f('', '\u202e'),
  f('', '\ud83d\udc69\u200d'),
  f('', 'ß'),
  f('', 'İ'),
  f('', '한글'),
  f('', 'ab '),
  f('', "'"),
  f('', '$'),
  f('', '{{'),
  f('', 'Mozilla/5.0 ('),
  f('', '1'),
  f('', '0'),
  f('1', '0', 'e'),
  f('', '-'),
  f('', 'Mon, '),
  f('2026-', '1', '-'),
];

/** What means something to one grammar or another. */
const special = [...'"\'\\<>[](){}*_~`!#&|=-+.:;,/@%?^$ \t\n\r0a', '\u200b', 'é'] as const;

/** A fragment of which nobody knows anything bad yet. */
export function randomFragment(random: Random): Fragment {
  const some = (most: number) =>
    Array.from({ length: random.below(most + 1) }, () => random.pick(special)).join('');
  const unit = `${random.pick(special)}${some(3)}`;
  return f(random.once(2) ? some(4) : '', unit, random.once(2) ? some(3) : '');
}

/** The fragment grown to at most so many characters. */
export function grow({ before, unit, after }: Fragment, size: number): string {
  const room = Math.max(size - before.length - after.length, unit.length);
  return `${before}${unit.repeat(Math.floor(room / unit.length))}${after}`;
}

export function nameOf({ before, unit, after }: Fragment): string {
  return `${JSON.stringify(before)} + ${JSON.stringify(unit)} × n + ${JSON.stringify(after)}`;
}
