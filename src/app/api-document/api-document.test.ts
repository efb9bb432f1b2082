import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { jsonFeed } from '../../features/feeds/contract/feeds.ts';
import { ownManifest } from '../../features/settings/contract/look.ts';
import { someoneSavedFirst } from '../../features/writing/publishing/contract/publishing.ts';
import { testOnEachEngine } from '../../storage/testing.ts';
import { contractSchemas, endpoints, problemKinds } from '../registry.ts';
import { listen } from '../testing.ts';
import { type DocumentedSite, documentOf } from './api-document.ts';
import { watchReplies } from './testing-replies.ts';

const site = { title: 'The Content Hub', reading: 'members', isByInvitation: false } as const;
const document = documentOf(endpoints, contractSchemas, site);

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the document defines each schema and each error response once', () => {
  const text = JSON.stringify(document);
  // 528 kB if each call repeated its own schemas.
  expect(text.length).toBeLessThan(340_000);
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

test('no call of staff or of the account accepts a token', () => {
  const open = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ security }) => security.some((way) => 'token' in way));
  expect(open.length).toBeGreaterThan(30);
  expect(open.filter(({ tags }) => tags.includes('manage') || tags.includes('account'))).toEqual(
    [],
  );
});

test('calls that visitors may make, as the site is set, need no authentication', () => {
  const open = (own: Partial<DocumentedSite>) => {
    const { paths } = documentOf(endpoints, contractSchemas, { ...site, ...own });
    const isOpen = (path: string) =>
      paths[path]?.get?.security.some((way) => Object.keys(way).length === 0);
    return ['/api/blog/{id}', '/api/addcomment', '/api/myBlogs'].map(isOpen);
  };
  expect(open({})).toEqual([true, false, false]);
  expect(open({ isByInvitation: true })).toEqual([false, false, false]);
  expect(open({ reading: 'public' })).toEqual([true, true, false]);
});

test('the request headers that a call reads are parameters', () => {
  for (const [name, endpoint] of endpoints) {
    if (endpoint.method === 'GET') continue;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const { parameters = [] } = document.paths[path]?.[endpoint.method.toLowerCase()] ?? {};
    const headers = parameters.flatMap((one) => (one.in === 'header' ? [one.name] : []));
    const isConditional = endpoint.refusals?.includes(someoneSavedFirst);
    expect(headers, name).toEqual([
      ...(endpoint.isRepeatable ? ['Idempotency-Key'] : []),
      ...(isConditional ? ['If-Match'] : []),
    ]);
  }
});

testOnEachEngine(
  'the document of a site has the calls that it answers, and JSON of other kinds as objects',
  async ({ storage }) => {
    const { app, url } = await listen(storage);
    const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as typeof document;
    for (const [path, operations] of Object.entries(paths)) {
      for (const method of Object.keys(operations)) {
        const route = { method: method.toUpperCase(), url: path.replace(/{(\w+)}/g, ':$1') };
        expect(app.hasRoute(route as Parameters<typeof app.hasRoute>[0]), `${method} ${path}`).toBe(
          true,
        );
      }
    }
    // Only with an identity provider elsewhere.
    expect(paths).not.toHaveProperty(['/identity/finish']);
    for (const path of [jsonFeed.path, ownManifest.path]) {
      const reply = await fetch(url + path);
      const type = reply.headers.get('content-type') ?? '';
      expect(paths[path]?.get?.responses).toMatchObject({
        200: { content: { [type]: { schema: { type: 'object' } } } },
      });
      expect(await reply.json()).toBeTypeOf('object');
    }
  },
);

test('watchReplies reports replies that the document does not describe', () => {
  const app = Fastify();
  const misfits = watchReplies(app);
  app.get('/api/latestBlogs', async () => [{ title: 1 }]);
  app.get('/api/blog/:id', (_request, reply) => reply.code(418).send({ code: 'teapot' }));
  return app
    .inject('/api/latestBlogs')
    .then(() => app.inject('/api/blog/x'))
    .then(() => {
      expect(misfits).toHaveLength(2);
      expect(misfits.join()).toMatch(/latestBlogs: .*418 is not in the document/);
    });
});

testOnEachEngine(
  'errors are sent as application/problem+json if Accept prefers it',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const accept = (types: string) => ({ headers: { accept: types } });
    // A call answered by the framework, one answered by the page cache, and one refused ahead of both.
    const paths = ['/api/myBlogs', '/api/blog/none', `/api/latestBlogs?${'x'.repeat(9_000)}`];
    for (const path of paths) {
      const plain = await fetch(`${url}${path}`, accept('application/json'));
      expect(plain.headers.get('content-type'), path).toMatch(/^application\/json/);
      expect(plain.status, path).toBeGreaterThanOrEqual(400);
      const { message, code } = (await plain.json()) as { message: string; code: string };
      const preferred = accept('application/problem+json, application/json;q=0.5');
      const reply = await fetch(`${url}${path}`, preferred);
      expect(reply.headers.get('content-type'), path).toMatch(/^application\/problem\+json/);
      expect(reply.status).toBe(plain.status);
      expect(await reply.json()).toMatchObject({
        type: `/api/docs#${code}`,
        status: plain.status,
        detail: message,
        code,
        requestId: expect.stringMatching(/./),
      });
      const both = accept('application/json, application/problem+json;q=0.5');
      expect((await fetch(`${url}${path}`, both)).headers.get('content-type')).toMatch(
        /^application\/json/,
      );
    }
  },
);

testOnEachEngine(
  '/api/docs shows every call and complies with the Content-Security-Policy of the site',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const page = await fetch(`${url}/api/docs`);
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
    const html = await page.text();
    for (const operationId of ['addBlog', 'myTokens', 'webhookList']) {
      expect(html).toContain(`<details id="${operationId}">`);
    }
    for (const { code } of problemKinds) expect(html).toContain(`<dt id="${code}">`);
    expect(html.match(/<dt id="not-found">/g)).toHaveLength(1);
    expect(html).toContain('name="If-Match" data-in="header"');
    for (const [call = ''] of html.matchAll(/<details id=.*?<\/details>/gs)) {
      expect(call).toMatch(/<button|It can’t be tried here/);
    }
    expect(html).not.toMatch(/ style=| onclick=|<style/);
    for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
      expect((await fetch(`${url}${file}`)).status).toBe(200);
    }
  },
);
