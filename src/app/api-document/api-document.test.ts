import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { contractSchemas, endpoints } from '../registry.ts';
import { documentOf } from './api-document.ts';

const document = documentOf(endpoints, contractSchemas, 'The Content Hub');

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the document names each shape and each refusal once', () => {
  const text = JSON.stringify(document);
  // 528 kB while each call repeated all of its own.
  expect(text.length).toBeLessThan(250_000);
  const { schemas, responses } = document.components;
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(schemas).toHaveProperty([name]);
  }
  for (const [, name = ''] of text.matchAll(/"#\/components\/responses\/([^"]+)"/g)) {
    expect(responses).toHaveProperty([name]);
  }
  const shapes = Object.values(schemas).map((schema) => JSON.stringify(schema));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('calls of staff and of the account name no token', () => {
  const open = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ security }) => security.some((way) => 'token' in way));
  expect(open.length).toBeGreaterThan(30);
  expect(open.filter(({ tags }) => tags.includes('manage') || tags.includes('account'))).toEqual(
    [],
  );
});
