import { argon2Sync } from 'node:crypto';
import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { createRateLimiter } from '../../../../storage/limits/rate-limiter.ts';
import { testOn, testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { resetPassword, signIn, signUp } from '../../contract/sessions.ts';
import { findAccountByEmail } from '../account-store.ts';
import { resetRule } from '../limits.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor } from '../testing-visitor.ts';
import { issueReset } from './account-security.ts';

const wrong = { body: { email: ada.email, password: 'Wrong-one' } };
const right = { body: { email: ada.email, password: ada.password } };

testOnEachEngine(
  'a wrong password and an unknown address get their own messages',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });

    expect(await problemOf(visitor.call(signIn, wrong))).toMatchObject({
      code: 'wrong-password',
      status: 400,
      message: 'Incorrect password. Try again.',
    });
    const unknown = { body: { ...right.body, email: 'nobody@example.org' } };
    expect(await problemOf(visitor.call(signIn, unknown))).toMatchObject({
      code: 'user-not-found',
      status: 400,
      message: 'No account found with this email.',
    });
  },
);

testOnEachEngine(
  'a hundred wrong passwords end in 429, while the owner can sign in from another network',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const attacker = createVisitor(url, '198.51.100.7');
    await createVisitor(url).call(signUp, { body: ada });

    const codes: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      const refused = await problemOf(attacker.call(signIn, wrong));
      codes.push(refused.code);
      if (refused.code === 'too-many-requests') expect(refused.retryAfter).toBe(600);
    }

    expect(codes.slice(0, 5)).toEqual(Array(5).fill('wrong-password'));
    expect(new Set(codes.slice(5))).toEqual(new Set(['too-many-requests']));
    expect((await problemOf(attacker.call(signIn, right))).code).toBe('too-many-requests');
    await createVisitor(url, '203.0.113.9').signIn();
  },
);

testOnBothEngines(
  'of a hundred wrong passwords at the same instant only five are checked',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    await createVisitor(url).call(signUp, { body: ada });

    const refusals = await Promise.all(
      Array.from({ length: 100 }, () =>
        problemOf(createVisitor(url, '198.51.100.7').call(signIn, wrong)),
      ),
    );

    expect(refusals.filter((refusal) => refusal.code === 'wrong-password')).toHaveLength(5);
  },
);

testOnEachEngine(
  'the wait doubles with each failure after it, and the right password resets it',
  async ({ storage }) => {
    const { url, clock } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });
    for (let count = 0; count < 5; count += 1) await problemOf(visitor.call(signIn, wrong));

    clock.now += 600_000;
    expect((await problemOf(visitor.call(signIn, wrong))).code).toBe('wrong-password');
    expect((await problemOf(visitor.call(signIn, wrong))).retryAfter).toBe(1_200);
    clock.now += 1_200_000;
    await visitor.signIn();
    expect((await problemOf(visitor.call(signIn, wrong))).code).toBe('wrong-password');
  },
);

testOnEachEngine(
  'twenty failures of a network within an hour block its next sign-ins, even with the right password',
  async ({ storage }) => {
    const { url, clock } = await startSite(storage);
    const visitor = createVisitor(url, '198.51.100.7');
    await createVisitor(url).call(signUp, { body: ada });
    for (let count = 0; count < 20; count += 1) {
      const body = { ...wrong.body, email: `nobody${count}@example.org` };
      expect((await problemOf(visitor.call(signIn, { body }))).code).toBe('user-not-found');
    }

    expect((await problemOf(visitor.call(signIn, right))).code).toBe('too-many-requests');
    clock.now += 3_600_000;
    await visitor.signIn();
  },
);

testOnEachEngine(
  'right passwords do not count against the limit of a network',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });
    for (let count = 0; count < 25; count += 1) await visitor.call(signIn, right);
  },
);

testOnEachEngine('with LIMITS=0 wrong passwords cause no wait', async ({ storage }) => {
  const { url } = await startSite(storage, { limits: 0 });
  const visitor = createVisitor(url);
  await visitor.call(signUp, { body: ada });
  for (let count = 0; count < 25; count += 1) {
    expect((await problemOf(visitor.call(signIn, wrong))).code).toBe('wrong-password');
  }
});

testOnEachEngine(
  'an attempt that ends in an internal error does not count against the limit',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });
    await storage.writer.updateTable('credentials').set({ password_hash: 'unreadable' }).execute();
    for (let count = 0; count < 25; count += 1) {
      expect((await problemOf(visitor.call(signIn, right))).status).toBe(500);
    }
  },
);

testOnBothEngines(
  'a stored hash with weaker parameters is replaced at the next sign-in',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: { ...ada, password: 'password-Of-1' } });
    const weak = weakHashOf('password-Of-1');
    await storage.writer.updateTable('credentials').set({ password_hash: weak }).execute();

    await visitor.call(signIn, { body: { email: ada.email, password: 'password-Of-1' } });

    const { password_hash } = await storage.writer
      .selectFrom('credentials')
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await visitor.call(signIn, { body: { email: ada.email, password: 'password-Of-1' } });
  },
);

testOn(
  'sqlite',
  'an owner on a known network signs in ahead of a flood from many networks',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const owner = createVisitor(url, '203.0.113.9');
    await owner.signUp();
    const body = { email: 'nobody@example.org', password: ada.password };
    let done = 0;
    const flood = Array.from({ length: 30 }, async (_, count) => {
      await problemOf(createVisitor(url, `10.0.${count}.1`).call(signIn, { body }));
      done += 1;
    });

    await owner.signIn();

    expect(done).toBeLessThan(30);
    await Promise.all(flood);
  },
);

testOnEachEngine('resets with an invalid link compute no password hash', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url);
  const reset = { body: { token: 'x'.repeat(43), newPassword: 'Difference' } };

  const refusals = await Promise.all(
    Array.from({ length: 250 }, () => problemOf(visitor.call(resetPassword, reset))),
  );

  // With a hash for each, the hash queue would refuse the last ones as unavailable.
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['link-not-valid']));
});

testOnEachEngine(
  'valid reset links of one account allow at most ten password hashes',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const account = await findAccountByEmail(storage.writer, ada.email);
    const reset = async () => {
      const token = (await issueReset(storage, ada.email, 'operator', Date.now())) ?? '';
      return visitor.call(resetPassword, { body: { token, newPassword: 'Difference' } });
    };
    // Nine earlier attempts that reached the hash.
    const limiter = createRateLimiter({ storage, factor: 1 });
    for (let count = 0; count < 9; count += 1) await limiter.take(resetRule, account?.id ?? '');

    await reset();

    expect((await problemOf(reset())).code).toBe('too-many-requests');
  },
);

testOnBothEngines(
  'a reset link sets the password once when many requests send it',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const token = (await issueReset(storage, ada.email, 'operator', Date.now())) ?? '';

    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        visitor.call(resetPassword, { body: { token, newPassword: 'Difference' } }),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  },
);

function weakHashOf(password: string): string {
  const nonce = Buffer.alloc(16, 1);
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  return `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64')}$${hash.toString('base64')}`;
}
