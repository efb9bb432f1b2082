import { expect, test } from 'vitest';
import { loggedError, pathOf } from './log-options.ts';

test('an error is logged with its cause, without e-mail addresses and without the detail of a database error', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.org) already exists.',
  });
  const logged = loggedError(new Error('not saved for ann@example.org', { cause }));
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'not saved for [e-mail]',
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(JSON.stringify(logged)).not.toContain('example.org');
});

test('an error that is its own cause is logged in less than 100,000 characters', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(loggedError(error)).length).toBeLessThan(100_000);
});

test('the path of a URL is logged without its query', () => {
  expect(pathOf('/getWishlist?email=ann@example.org')).toBe('/getWishlist');
  expect(pathOf('/users/ann@example.org')).toBe('/users/[e-mail]');
  expect(pathOf('/users/ann%40example.org')).toBe('/users/[e-mail]');
});

test('a token in a path is not logged, however it is encoded', () => {
  const token = 'aB3_-dEfGhIjKlMnOpQrStUvWxYz0123456789AbCdE';
  for (const spelt of [token, `${token}>.`, token.replace('B', '%42'), `${token}%zz`]) {
    const path = pathOf(`/preview/${spelt}?x=1`);
    expect(path).toMatch(/^\/preview\/\[secret\]/);
    expect(path).not.toContain(token.slice(-10));
  }
  expect(pathOf('/api/blog/01890000-0000-7000-8000-000000000001/beside')).toBe(
    '/api/blog/01890000-0000-7000-8000-000000000001/beside',
  );
  expect(pathOf('/50%25-off/a%20b')).toBe('/50%25-off/a%20b');
});

test('only e-mail addresses are removed from a logged message', () => {
  const { message } = loggedError(
    new Error('file:///site/node_modules/@fastify/x.js: <ann@example.org>, a@b@c; @ alone, =bob@x'),
  );
  expect(message).toBe(
    'file:///site/node_modules/@fastify/x.js: <[e-mail]>, [e-mail]; @ alone, =[e-mail]',
  );
});
