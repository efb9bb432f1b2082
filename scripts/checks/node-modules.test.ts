import { expect, test } from 'vitest';
import { withoutNodeImports } from '../node-modules.ts';

const taken = (name: string) => `process.getBuiltinModule("node:${name}")`;

test.for([
  ['import path from "node:path";', `const path=${taken('path')};`],
  ['import{a as b,c}from`node:fs`;', `const {a:b,c}=${taken('fs')};`],
  ['import * as $d from "node:fs";', `const $d=${taken('fs')};`],
  ['import e,{f as g$1}from"node:os"', `const e=${taken('os')},{f:g$1}=${taken('os')}`],
  ['x();import h from"node:net";y()', `x();const h=${taken('net')};y()`],
] as const)('%s is taken without an import', ([given, right]) => {
  expect(withoutNodeImports(given)).toBe(right);
});

test.for([
  'import "./chunk.js";',
  'import { a } from "./node:like.js";',
  'const name = "import a from node:fs";',
  'await import("node:fs");',
])('%s stays', (given) => {
  expect(withoutNodeImports(given)).toBe(given);
});
