import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { fuzzedEndpoints, fuzzedPages } from '../routes/route-cases.ts';
import { costEntries } from './cost-entries.ts';
import { fieldInputs, functionInputs } from './cost-inputs.ts';

const source = path.resolve(import.meta.dirname, '../../../src');
/** Files that parse text from outside before its length is limited. */
const doors =
  '{platform/{http,page-cache,text}/**,identity,features/{comments/markdown,pictures/server,search/server,transfer/server/import}}/*.ts';
/** Functions that also take a database get text that was validated before. */
const takesDatabase = /\b(db|write|storage)\b/;

/** Functions that take a text and need no row in the table, with the reason. */
const spared: Readonly<Record<string, string>> = {
  longUrlProblem: 'splits an address at its first question mark',
  longUrlIn: 'splits an address at its first question mark',
  problemBody: 'the text is ours',
  createRequestId: 'no text from outside',
  cookieJar: 'the text is a name of ours; reading is readCookie',
  assertSameSite: 'a way of its own: header origin',
  assertOwnNavigation: 'ways of their own: headers referer and sec-purpose',
  formulaRows: 'part of htmlToMarkdown',
  asMarkdown: 'part of htmlToMarkdown',
  textIn: 'part of htmlToMarkdown',
  htmlToMarkdown: 'parses Markdown, in the import command and off the event loop',
  fieldKey: 'goes through a name in one pass',
  textField: 'takes the name of a field, of ours',
  listField: 'takes the name of a field, of ours',
  hashToken: 'hashes in one pass',
  createSecretToken: 'no text from outside',
  rewriteHtml: 'part of htmlToMarkdown',
  logOptions: 'takes the name of a level, of ours',
  toNfc: 'every field of a text goes through it',
  toNfkc: 'as toNfc',
  normalForm: 'every field of a text goes through it',
  hasExcessiveMarks: 'every field of a text goes through it',
  bytesOf: 'counts in one pass',
  plainAddress: 'a way of its own: header x-forwarded-for, from a trusted proxy',
  readForwarded: 'a way of its own: header forwarded, from a trusted proxy',
  readTrustedProxies: 'takes a setting',
  readFolderId: 'takes a setting',
  listed: 'names for the operator of a restore, the first twenty in one pass',
  warnThrottled: 'the text is ours',
  encodeCursor: 'no text from outside',
  personTag: 'the text is an id of ours',
  labelOfPair: 'the texts are ids of ours',
  pairIn: 'the text is a label of ours, or a title',
  openPictureFolder: 'takes a setting',
  headOf: 'the texts are headers of ours',
  sendHead: 'the texts are headers of ours',
  headersFrom: 'the texts are headers of ours',
  variantOf: 'the texts are headers of ours',
  etagOf: 'the text is a digest of ours',
  notModifiedHead: 'the text is an entity tag of ours',
  countWords: 'the texts are nouns of ours',
  sendForm: 'the text is a digest of ours; what the client holds goes through isMatch',
  bytesOfForm: 'asks for the length',
  createPageRemaking: 'hands addresses of ours to createPageKeys',
  idOf: 'hashes in one pass',
  stampOf: 'hashes in one pass',
  isAlive: 'takes a folder of ours',
  takeSlots: 'the text is rendered by us',
  variantOnceOf: 'the texts are headers of ours',
  headOnceOf: 'the texts are headers of ours',
};

/** Names of exported functions that take a text. */
function takersOfText(file: string): readonly string[] {
  const text = readFileSync(path.join(source, file), 'utf8');
  return [...text.matchAll(/^export function (\w+)[^(]*\(([^)]*)\)/gm)]
    .filter(([, , parameters = '']) => /: (readonly )?string\b/.test(parameters))
    .filter(([, , parameters = '']) => !takesDatabase.test(parameters))
    .map(([, name = '']) => name);
}

test('every function that parses text from outside is in the table of cost inputs', () => {
  const files = globSync(doors, { cwd: source }).filter(
    (file) => !/(\.test|\.suite|\.fixture)\.ts$|\/testing[\w-]*\.ts$/.test(file),
  );
  const takers = files.flatMap(takersOfText);
  expect(takers.length).toBeGreaterThan(30);
  const inTable = new Set(functionInputs.map(({ name }) => name.split(' ')[0]));
  // Add the function to test/fuzz/costs/cost-inputs.ts, or to the list above with the reason why it needs no row.
  expect(takers.filter((name) => !inTable.has(name) && !(name in spared))).toEqual([]);
});

test('every route is fuzzed, and every body field is tried with long texts', () => {
  expect(fuzzedEndpoints).toEqual([...endpoints.values()]);
  expect(fuzzedPages.length).toBeGreaterThan(10);
  for (const { method, path: target, body } of fuzzedEndpoints) {
    for (const name of Object.keys(body && 'shape' in body ? Object(body.shape) : {})) {
      const field = `${method} ${target}, body.${name}`;
      expect(fieldInputs.map((input) => input.name)).toContain(field);
      expect(costEntries.map((way) => way.name)).toContain(`${method} ${target}, ${name}`);
    }
  }
});
