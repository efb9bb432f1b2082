import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { testOnEachEngine } from '../../storage/testing.ts';
import { contractSchemas, endpoints } from '../registry.ts';
import { listen } from '../testing.ts';
import { documentOf } from './api-document.ts';
import { watchReplies } from './testing-replies.ts';

const document = documentOf(endpoints, contractSchemas, 'The Content Hub');

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
    expect(html).toContain('<dt id="token-not-valid">');
    expect(html).not.toMatch(/ style=| onclick=|<style/);
    for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
      expect((await fetch(`${url}${file}`)).status).toBe(200);
    }
  },
);
