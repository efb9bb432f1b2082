import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../launcher/project.mjs';

/** A schema taken from an endpoint: browsers get endpoints without schemas (scripts/browser-endpoints.ts). */
const ofEndpoint = /\b\w+\.(?:body|query|params|reply)\.(?:safeParse|parse|shape)\b/;

test('no form takes its schema from an endpoint, which has none in a browser', () => {
  const files = globSync(['src/**/web/**/*.{ts,tsx}', 'src/pages/**/*.{ts,tsx}'], { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  const wrong = files.filter((file) => {
    return ofEndpoint.test(readFileSync(path.join(root, file), 'utf8'));
  });
  // Export the schema from the contract by a name of its own, and import that.
  expect(wrong).toEqual([]);
});
