import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenBlogs } from '../blog/server/testing.ts';
import { createCaller, givenMember } from '../identity/testing.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../platform/contract/call-api.ts';
import { type Endpoint, statusOf, tokenScopeOf } from '../platform/contract/define-endpoint.ts';
import type { PageAddress } from '../platform/contract/define-page-address.ts';
import { Problem } from '../platform/contract/problems.ts';
import { parsePart } from '../platform/http/answers/answers.ts';
import { testOnEachEngine } from '../storage/testing.ts';
import { allPaths, cachedAddresses, endpoints, problemKinds } from './registry.ts';
import { listen } from './testing.ts';

const pages: readonly PageAddress[] = Object.values(paths);
const blogId = '01a1fb8b-1448-7c0b-af21-84345062dc27';
const own = { colours: '1', mark: '1' };
const span = { year: '2024', month: '05' };
const values = {
  id: blogId,
  key: blogId,
  version: '1',
  token: '1',
  form: '1',
  tag: '1',
  ...span,
  ...own,
};
const pathOf = (pattern: string) => addressOf(pattern, values);

/** Calls that exist only with an external identity provider. */
const ofAnotherProvider: ReadonlySet<string> = new Set([
  'externalStart',
  'externalCallback',
  'externalSignOut',
  'finishSignIn',
]);

/** The OpenAPI security of a call, on a site that anybody may join. */
function securityOf(endpoint: Endpoint): readonly object[] {
  const scope = tokenScopeOf(endpoint);
  if (endpoint.access === 'public') return [];
  const isForVisitors = endpoint.access === 'guest';
  return [...(isForVisitors ? [{}] : []), { session: [] }, ...(scope ? [{ token: [scope] }] : [])];
}

/** Status and location of a reply, without following the redirect. */
async function locationOf(url: string, init: RequestInit = {}): Promise<[number, string | null]> {
  const reply = await fetch(url, { ...init, redirect: 'manual' });
  await reply.arrayBuffer();
  return [reply.status, reply.headers.get('location')];
}

test('every feature is in the list and names all files that declare its calls and problems', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const read = (file: string) => readFileSync(path.join(source, file), 'utf8');
  const found = globSync('{storage,identity,blog,features/*}/feature.ts', { cwd: source });
  expect(found.length).toBeGreaterThan(18);
  const list = read('app/features.ts');
  expect(found.filter((file) => !list.includes(`'../${file}'`))).toEqual([]);
  const declaring = globSync('{identity,blog,features}/**/*.ts', { cwd: source }).filter(
    (file) =>
      // Problems of the browser are no replies of a call.
      !/\.test\.ts$|\/web\//.test(file) && / = define(Endpoint|Problem)\(/.test(read(file)),
  );
  expect(declaring.length).toBeGreaterThan(35);
  const isNamed = (file: string) =>
    found.some((feature) => {
      const folder = path.dirname(feature);
      return (
        file.startsWith(folder) && read(feature).includes(`'./${path.relative(folder, file)}'`)
      );
    });
  expect(declaring.filter((file) => !isNamed(file))).toEqual([]);
});

test('no two calls share a method and a path, and only /logout is both a call and a page', () => {
  const calls = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
  const pagePaths = new Set(pages.map(({ path }) => path));
  const shared = [...endpoints.values()].filter(({ path }) => pagePaths.has(path));
  expect(shared).toEqual([endpoints.get('endSession')]);
});

test('every problem has a unique code, a sentence as its message and an error status', () => {
  const codes = problemKinds.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { code, status, message } of problemKinds) {
    // The specification gives this message without a full stop.
    if (code !== 'own-blog') expect(message, code).toMatch(/^[A-Z].*[.!?]$/);
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
  }
});

test('every declared problem is used', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => !file.includes('.test.'),
  );
  const code = files.map((file) => readFileSync(path.join(source, file), 'utf8')).join('\n');
  for (const { code: name } of problemKinds) {
    const kind = new RegExp(`export const (\\w+) = defineProblem\\(\\s*'${name}'`).exec(code)?.[1];
    expect(kind, name).toBeDefined();
    // Besides its declaration.
    expect(code.split(new RegExp(`\\b${kind}\\b`)).length - 1, name).toBeGreaterThan(1);
  }
});

test('a password that is missing is asked for in a sentence', () => {
  const asked = [...endpoints].flatMap(([name, { body }]) =>
    (body?.safeParse({}).error?.issues ?? [])
      .filter(({ path: [field] }) => /password/i.test(String(field)))
      .map(({ message }) => ({ name, message })),
  );
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter(({ message }) => message !== 'All fields are required!')).toEqual([]);
});

test('no call or page of members or staff is in the shared cache', () => {
  const kept = new Set(cachedAddresses().map(({ path }) => path));
  const read = [...endpoints.values()].filter(({ method }) => method === 'GET');
  const own = [...read, ...pages].filter(({ access }) =>
    ['member', 'staff', 'owner'].includes(access),
  );
  expect(own.filter(({ path, tags }) => tags || kept.has(path)).map(({ path }) => path)).toEqual(
    [],
  );
});

testOnEachEngine('other spellings of a path redirect to the canonical one', async ({ storage }) => {
  const { url } = await listen(storage);
  for (const path of allPaths.map(pathOf)) {
    if (path === '/') continue;
    const others = [path.toLowerCase(), path.toUpperCase(), `${path}/`, `/${path}`, `${path}//`];
    for (const other of others.filter((text) => text !== path)) {
      expect(await locationOf(`${url}${other}?a=b&c=%2F`), other).toEqual([
        308,
        `${path}?a=b&c=%2F`,
      ]);
    }
  }
  expect(await locationOf(`${url}//`)).toEqual([308, '/']);
  expect(await locationOf(`${url}/%41ll-blogs`)).toEqual([308, '/All-blogs']);
  expect(await locationOf(`${url}/addwishlist/`, { method: 'POST' })).toEqual([
    308,
    '/addWishlist',
  ]);
});

testOnEachEngine(
  'an unknown address is a 400 or a 404; only one of slashes redirects, to /',
  async ({ storage }) => {
    const { url } = await listen(storage);
    for (const path of [
      '/nowhere/',
      '//x:99999/',
      '//evil.example/All-blogs',
      '/All-blogs/x',
      '/%E0%A4%A',
      '///',
    ]) {
      const [status, location] = await locationOf(url + path);
      if (path === '///') expect([status, location]).toEqual([308, '/']);
      else expect([400, 404], path).toContain(status);
    }
  },
);

testOnEachEngine('the category of a list may be written in any case', async ({ storage }) => {
  await givenBlogs(storage, [{ title: 'A train', category: 'Travel' }, { title: 'A soup' }]);
  const { url } = await listen(storage);
  for (const path of ['/api/allBlogs', '/All-blogs']) {
    const texts = await Promise.all(
      ['Travel', 'travel', 'TRAVEL'].map(async (name) => {
        const reply = await fetch(`${url}${path}?filter=${name}`);
        expect(reply.status).toBe(200);
        return reply.text();
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('A train');
  }
});

testOnEachEngine(
  'a page that search engines may not list says so in its head and in robots.txt',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const robots = await (await fetch(`${url}/robots.txt`)).text();
    const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, path = '']) => ({
      isAllowed: kind === 'Allow',
      path,
    }));
    const isAllowed = (path: string) =>
      rules
        .filter((rule) => path.startsWith(rule.path))
        .toSorted((one, other) => other.path.length - one.path.length)[0]?.isAllowed ?? true;
    for (const { path, isListed, page } of pages) {
      if (path.includes('*') || path.includes(':') || page === paths.login.page) continue;
      const html = await (
        await ada.request(path, { headers: { 'sec-fetch-dest': 'document' } })
      ).text();
      const ownPage = html || (await (await fetch(url + path)).text());
      expect(ownPage.includes('<meta name="robots" content="noindex">'), path).toBe(!isListed);
      expect(isAllowed(path), path).toBe(isListed);
    }
    for (const { path, type } of endpoints.values()) {
      if (type === undefined) expect(isAllowed(path), path).toBe(false);
    }
  },
);

testOnEachEngine(
  'the OpenAPI document describes every call with its security and success status',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const document = await createCaller(url).request('/api/openapi.json');
    const { paths: described } = (await document.json()) as {
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    for (const [name, endpoint] of endpoints) {
      const { method, path } = endpoint;
      const status = statusOf(endpoint);
      if (ofAnotherProvider.has(name)) continue;
      const operation = described[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      if (status === 303) {
        expect(operation, name).toBeUndefined();
        continue;
      }
      expect(operation, name).toMatchObject({
        operationId: name,
        security: securityOf(endpoint),
        responses: { [status]: {} },
      });
    }
  },
);

/** Of each kind that JSON has, and too long or too big for most fields. */
const oddValues = [
  undefined,
  null,
  7,
  -1.5,
  1e300,
  true,
  '',
  '\0',
  'x'.repeat(3_000_000),
  [],
  [{}],
  {},
];

test.for(
  [...endpoints].flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema instanceof z.ZodObject ? [[`${name}, ${part}`, schema] as const] : [],
    ),
  ),
)('each field is refused with a sentence of this site: %s', ([, schema]) => {
  for (const value of oddValues) {
    const fields = Object.keys(schema.shape).map((field) => [field, value]);
    try {
      parsePart(schema, Object.fromEntries(fields));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      for (const { path, message } of error.issues ?? []) {
        expect(message, path).toMatch(/[.!]$/);
        expect(message, path).not.toMatch(/^Invalid |expected|^Too (big|small)|^Unrecognized/);
      }
    }
  }
});
