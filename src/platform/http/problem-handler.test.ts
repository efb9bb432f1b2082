import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { internalError, invalidInput, tooManyRequests, unavailable } from '../contract/problems.ts';
import { toProblem } from './problem-handler.ts';
import { ask, startApp } from './testing.ts';

test('a problem becomes JSON with its code, message, issues and the request id', async () => {
  const issues = [{ path: 'title', message: 'Title is required.' }];
  const { port } = await startApp((app) =>
    app.get('/', async () => {
      throw invalidInput({ message: 'Title is required.', issues });
    }),
  );
  const answer = await ask(port, '/');
  expect(answer.status).toBe(400);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(JSON.parse(answer.body.toString())).toEqual({
    code: 'invalid-input',
    message: 'Title is required.',
    requestId: expect.stringMatching(/^[\w-]{16}$/),
    issues,
  });
});

test('an unexpected error is a 500 without details, and its cause is logged under the request id', async () => {
  const { port, lines } = await startApp((app) =>
    app.get('/api/x', async () => {
      throw new Error('select secret from people where email = ann@example.org');
    }),
  );
  const answer = await ask(port, '/api/x?email=ben@example.org', {
    headers: { cookie: 'session=abc' },
  });
  const body = JSON.parse(answer.body.toString());
  expect([answer.status, body.code, body.message]).toEqual([
    500,
    'internal',
    internalError().message,
  ]);
  const line = lines.find((each) => each.includes(body.requestId));
  expect(line).toContain('select secret');
  expect(line).toContain('"path":"/api/x"');
  expect(line).not.toMatch(/example\.org|session|abc/);
});

test('repeated transient errors of one cause are logged as one line without a stack', async () => {
  // Codes of no other test of the process, which has one throttle.
  const { port, lines } = await startApp((app) => {
    app.get('/', async () => {
      throw Object.assign(new Error('connect'), { code: 'ENETUNREACH' });
    });
    app.get('/other', async () => {
      const cause = Object.assign(new Error('no room'), { code: 'NO_ROOM' });
      throw unavailable({ cause, retryAfter: 9 });
    });
  });
  for (let count = 0; count < 30; count += 1) expect((await ask(port, '/')).status).toBe(503);
  expect((await ask(port, '/other')).headers['retry-after']).toBe('9');
  const logged = lines.filter((line) => line.includes('"msg":"unavailable"'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, reason: 'connect', why: 'ENETUNREACH', unsaid: 0, req: { path: '/' } },
    { level: 40, reason: 'no room', req: { path: '/other' } },
  ]);
  expect(logged.join()).not.toMatch(/stack|\.ts:\d/);
});

test('Retry-After is rounded up to whole seconds', async () => {
  const { port } = await startApp((app) =>
    app.get('/', async () => {
      throw tooManyRequests({ retryAfter: 29.2 });
    }),
  );
  expect((await ask(port, '/')).headers['retry-after']).toBe('30');
});

test('a locked SQLite database is unavailable', () => {
  const file = 'file:busy?mode=memory&cache=shared';
  const holder = new DatabaseSync(file);
  const other = new DatabaseSync(file, { timeout: 0 });
  holder.exec('create table t (a); begin immediate; insert into t values (1)');
  let thrown: unknown;
  try {
    other.exec('select * from t');
  } catch (error) {
    thrown = error;
  }
  expect(toProblem(thrown)).toMatchObject({ code: 'unavailable', retryAfter: 1, cause: thrown });
  other.close();
  holder.close();
});

test.each([
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('shut down'), { code: '57P01' }),
  Object.assign(new Error('statement timeout'), { code: '57014' }),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('outer', { cause: Object.assign(new Error('inner'), { code: '08006' }) }),
])('a PostgreSQL that cannot answer ($message) is unavailable', (error) => {
  expect(toProblem(error).code).toBe('unavailable');
});

test('a constraint violation is an internal error, not an unavailable database', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(toProblem(error)).toMatchObject({ code: 'internal', cause: error });
  expect(toProblem('text').code).toBe('internal');
});

test('a page may answer a problem instead of JSON, with the same status', async () => {
  const { port } = await startApp(() => {}, {
    async sendPage(answer, _request, reply) {
      await reply.type('text/html').send(`<h1>${answer.code}</h1>`);
      return true;
    },
  });
  const answer = await ask(port, '/nowhere');
  expect(answer.status).toBe(404);
  expect(answer.body.toString()).toBe('<h1>not-found</h1>');
});
