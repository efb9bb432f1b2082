import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, root } from '../launcher/project.mjs';
import { expressionsIn, reasonAgainst } from './expressions.ts';

/** Expressions that the checker can't vouch for, and why each may stay. */
const allowed: Readonly<Record<string, string>> = {
  'src/platform/http/answers/allowed-methods.ts new RegExp(`^${source}$`)':
    "made of the routes' own paths: what varies is `[^/]+` between slashes, so that there is one way to match",
  'src/platform/page-cache/page-key.ts new RegExp(`^${source}$`)':
    "made of the pages' own paths: what varies holds no slash, and stands between slashes",
  [`src/platform/page-cache/slots/template-markup.ts new RegExp(
    \`<slot-\${nonce} data-slot="(\\\\d+)">|<or-\${nonce}></(or)-\${nonce}>|(</slot-\${nonce}>)|\\uE000\${nonce}:(\\\\d+)\\uE001\`,
    'g',
  )`]: 'each way begins with what no other does, and digits stand between marks',
  'src/features/writing/text-field/web/links/link-edits.ts /!?\\[((?:\\\\.|[^[\\]\\\\])*)\\]\\((<[^<>\\n]*>|(?:[^\\s()<>]|\\([^\\s()<>]*\\))*)((?:[ \\t]+"(?:\\\\.|[^"\\\\])*")?)\\)/g':
    'reads what stands within 4,000 characters of a caret, in the browser of who writes it',
  "src/app/commands/publish/source-file.ts new RegExp(`^[ \\\\t]*[\"']?${name}[\"']?[ \\\\t]*[:=].*$`, 'im')":
    'made of a fixed word, and reads a file of who runs the command',
  'src/app/commands/publish/source-file.ts new RegExp(`"${name}"\\\\s*:\\\\s*(?:"(?:[^"\\\\\\\\]|\\\\\\\\.)*"|[\\\\w.+-]+)`, \'i\')':
    'made of a fixed word, and reads a file of who runs the command',
  'src/platform/markdown/sanitize-schema.ts new RegExp(`^${idPrefix}`)': 'a fixed word',
};

const isTest = (file: string) => /\.(test|suite)\.tsx?$|\/testing(-[\w-]+)?\.ts$/.test(file);

function literalOf(source: string) {
  const [expression] = expressionsIn('src/a.ts', source);
  if (!expression) throw new Error(`No expression in ${source}`);
  return expression;
}

test('every regular expression runs in linear time', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isTest(file));
  const all = files.flatMap((file) => expressionsIn(file, readFileSync(inProject(file), 'utf8')));
  expect(all.length).toBeGreaterThan(100);

  // An exception for a removed expression has to be removed, too.
  const names = all.map(({ file, text }) => `${file} ${text}`);
  expect(Object.keys(allowed).filter((name) => !names.includes(name))).toEqual([]);

  const judged = await Promise.all(
    all.map(async (expression) => ({
      name: `${expression.file} ${expression.text}`,
      reason: await reasonAgainst(expression),
    })),
  );
  expect(judged.filter(({ name, reason }) => reason && !(name in allowed))).toEqual([]);
  // The proofs take a few seconds on an idle machine with two cores.
});

test.each([
  ['a string that never ends', String.raw`/"(?:[^"\\]|\\.)*"/g`],
  ['an address without its sign', '/[^@]+@/'],
  ['a row that ends otherwise', '/ +$/'],
  ['two that share what they take', '/^a*a*$/'],
  ['a loop in a loop', '/^(a+)+$/'],
  ['a long bound anywhere', '/[a-z]{1,64}@/'],
])('an expression is found slow for %s: %s', async (_, source) => {
  expect(await reasonAgainst(literalOf(source))).toMatch(/polynomial|exponential/);
});

test.each([
  ['what is repeated up to a bound', '/[a-z]{1,3}b/'],
  ['a long bound, taken for none', '/^[a-z]{1,64}@/'],
  ['signs in a class', '/[*+{1,}]/'],
])('an expression is found fast for %s: %s', async (_, source) => {
  expect(await reasonAgainst(literalOf(source))).toBeUndefined();
});

test('an expression that the checker does not understand is not taken for fast', async () => {
  expect(await reasonAgainst(literalOf('/a+(?=b)/'))).toContain('not known');
});

test.each(["new RegExp('a')", "RegExp('a')"])(
  'an expression made at run time is found: %s',
  async (source) => {
    expect(await reasonAgainst(literalOf(source))).toBe('it is made at run time');
  },
);

test('only fold.ts and normal-form.ts, which check for piled-up marks first, call normalize', () => {
  const own = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !isTest(file) && readFileSync(inProject(file), 'utf8').includes('.normalize('),
  );
  expect(own.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'src/platform/text/fold.ts',
    'src/platform/text/normal-form.ts',
  ]);
});
