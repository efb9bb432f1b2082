import { expect, test } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

test('a hash holds its parameters and verifies only its own password', async () => {
  const hash = await hashPassword('Analytical');

  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  expect(await verifyPassword('Analytical', hash)).toBe(true);
  expect(await verifyPassword('analytical', hash)).toBe(false);
  expect(needsRehash(hash)).toBe(false);
  expect(needsRehash(hash.replace('t=2', 't=1'))).toBe(true);
});

test('two hashes of the same password differ', async () => {
  const [one, two] = await Promise.all([hashPassword('Analytical'), hashPassword('Analytical')]);
  expect(one.split('$').at(-1)).not.toBe(two.split('$').at(-1));
});

test('verifying against a missing hash fails', async () => {
  expect(await verifyPassword('Analytical', undefined)).toBe(false);
  expect(await verifyPassword('', null)).toBe(false);
});

test('when too many passwords wait to be hashed, requests are refused as unavailable and later ones succeed', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 400 }, () =>
      verifyPassword(
        'x',
        '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      ),
    ),
  );

  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(await verifyPassword('Analytical', await hashPassword('Analytical'))).toBe(true);
});
