import { expect, test } from 'vitest';
import { unusedExports } from './unused-exports.ts';

/** The unused exports of `src/a.ts` if `src/b.ts` is the only other file. */
function unused(a: string, b = ''): readonly string[] {
  const files = [
    { file: 'src/a.ts', source: a },
    { file: 'src/b.ts', source: b },
  ];
  return unusedExports(files, (file) => file === 'src/b.ts').map(({ name }) => name);
}

const all = `
  export const one = 1;
  export function two() { return one; }
  export class Three {}
  export default one;`;

test('an export that no other file imports is found, whether its own file uses it or not', () => {
  expect(unused(all)).toEqual(['one', 'two', 'Three', 'default']);
  expect(unused(all, "import same, { two as other } from './a.ts';")).toEqual(['one', 'Three']);
  expect(unused(all, "import { two } from './c.ts';")).toContain('two');
});

test('a re-export, a namespace and an import at run time use what they name', () => {
  expect(unused(all, "export { one } from './a.ts';")).toEqual(['two', 'Three', 'default']);
  expect(unused(all, "import * as a from './a.ts'; a.two();")).not.toContain('two');
  expect(unused(all, "import * as a from './a.ts'; list(a);")).toEqual([]);
  expect(unused(all, "const { one } = await import('./a.ts');")).toEqual([
    'two',
    'Three',
    'default',
  ]);
  expect(unused(all, "let a: typeof import('./a.ts')['two'];")).not.toContain('two');
});

test('an exported type is found only if its own file does not use it', () => {
  const types = `
    export interface Options { readonly id: string }
    export function run(options: Options) {}
    export type Left = string;`;
  expect(unused(types, "import { run } from './a.ts';")).toEqual(['Left']);
});

test('files that a tool loads are left out', () => {
  expect(unusedExports([{ file: 'vite.config.ts', source: all }], () => true)).toEqual([]);
});
