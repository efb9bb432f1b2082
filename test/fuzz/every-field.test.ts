import { expect } from 'vitest';
import { endpoints } from '../../src/app/registry.ts';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import { addBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember } from '../../src/identity/testing.ts';
import type { Endpoint } from '../../src/platform/contract/define-endpoint.ts';
import { testOnBothEngines } from '../../src/storage/testing.ts';
import { exampleOf, inputSchemas } from './valid-values.ts';

/** Values that databases can't store, and a value that can't be compared. */
const oddValues: readonly unknown[] = [
  'a\0b',
  '\ud800',
  '\uffff',
  { length: { toString: '', valueOf: '' } },
];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies of the object, each with one field replaced, nested fields included. */
function spoiledOnce(object: Fields, odd: unknown): readonly Fields[] {
  return Object.entries(object).flatMap(([name, value]) => [
    { ...object, [name]: odd },
    ...(isFields(value)
      ? spoiledOnce(value, odd).map((inner) => ({ ...object, [name]: inner }))
      : []),
  ]);
}

interface Question {
  readonly target: string;
  readonly body: string | undefined;
}

function questionsFor(endpoint: Endpoint, blogId: string): readonly Question[] {
  const schemas = inputSchemas(endpoint);
  const params = exampleOf(schemas.params);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? blogId : String(params[name]),
  );
  const query = exampleOf(schemas.query);
  const body = schemas.body && exampleOf(schemas.body);
  const target = (fields: Fields) => {
    const pairs = Object.entries(fields).map(([name, value]) => [
      name,
      isFields(value) ? JSON.stringify(value) : String(value ?? '').toWellFormed(),
    ]);
    return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
  };
  const validBody = body && JSON.stringify(body);
  return oddValues.flatMap((odd) => [
    ...spoiledOnce(query, odd).map((fields) => ({ target: target(fields), body: validBody })),
    ...spoiledOnce(body ?? {}, odd).map((fields) => ({
      target: target(query),
      body: JSON.stringify(fields),
    })),
  ]);
}

testOnBothEngines(
  'a value that databases or schemas can’t handle makes no call fail, in any field',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const { call, cookie } = await givenMember(storage, url);
    const { body: blog } = await call(addBlog, { body: text });
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const headersOf = ({ access }: Endpoint) => ({
      cookie: access === 'staff' || access === 'owner' ? owner.cookie : cookie,
      origin: url,
    });
    const failed: string[] = [];
    let asked = 0;
    for (const [name, endpoint] of endpoints) {
      const headers = headersOf(endpoint);
      for (const { target, body } of questionsFor(endpoint, blog._id)) {
        asked += 1;
        const reply = await fetch(url + target, {
          method: endpoint.method,
          redirect: 'manual',
          headers:
            body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          ...(body !== undefined && { body }),
        });
        await reply.arrayBuffer();
        if (reply.status >= 500) failed.push(`${name} ${target} ${body} answered ${reply.status}`);
      }
    }
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(200);
  },
);
