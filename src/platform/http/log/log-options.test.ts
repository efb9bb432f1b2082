import { expect, test } from 'vitest';
import { loggedError, pathOf } from './log-options.ts';

test('an error is logged with its cause and without what a database quotes', () => {
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

test('a chain of causes that bites its tail comes to an end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(loggedError(error)).length).toBeLessThan(100_000);
});

test('the path of a URL is logged without its query', () => {
  expect(pathOf('/getWishlist?email=ann@example.org')).toBe('/getWishlist');
  expect(pathOf('/users/ann@example.org')).toBe('/users/[e-mail]');
  expect(pathOf('/users/ann%40example.org')).toBe('/users/[e-mail]');
});

test('only addresses are taken out of what is logged', () => {
  const { message } = loggedError(
    new Error('file:///site/node_modules/@fastify/x.js: <ann@example.org>, a@b@c; @ alone, =bob@x'),
  );
  expect(message).toBe(
    'file:///site/node_modules/@fastify/x.js: <[e-mail]>, [e-mail]; @ alone, =[e-mail]',
  );
});
