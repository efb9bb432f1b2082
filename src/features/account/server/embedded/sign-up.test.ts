import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { currentUser, signUp, updateProfile } from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor } from '../testing-visitor.ts';

testOnEachEngine(
  'signing up creates an account, and its token starts a session',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);

    await visitor.signUp();

    const { body } = await visitor.call(currentUser, {});
    expect(body.user).toEqual({
      id: expect.any(String),
      email: ada.email,
      displayName: ada.displayName,
      photoURL: ada.photoURL,
      role: 'member',
    });
  },
);

testOnBothEngines(
  'two sign-ups of one address at the same instant make one account',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const attempts = ['ada@example.org', 'ADA@Example.org'].map((email) =>
      createVisitor(url).call(signUp, { body: { ...ada, email } }),
    );

    const results = await Promise.allSettled(attempts);

    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'email-taken', status: 409 });
    const people = await storage.reader.selectFrom('people').selectAll().execute();
    expect(people).toHaveLength(1);
  },
);

testOnEachEngine(
  'an address belongs to one account whatever its case, spaces and Unicode normal form',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: { ...ada, email: '  Zo\u00eb@Example.ORG ' } });

    const again = await problemOf(
      visitor.call(signUp, { body: { ...ada, email: 'zoe\u0308@example.org' } }),
    );

    expect(again.code).toBe('email-taken');
  },
);

testOnEachEngine(
  'a password matches in composed and decomposed Unicode form',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: { ...ada, password: 'Cafe\u0301🔑ab' } });

    const { user } = await visitor.prove(ada.email, 'Caf\u00e9🔑ab');

    expect(user.email).toBe(ada.email);
  },
);

testOnEachEngine('the sixth sign-up of a network within an hour gets 429', async ({ storage }) => {
  const { url, clock } = await startSite(storage);
  const visitor = createVisitor(url, '198.51.100.1');
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await visitor.call(signUp, { body: { ...ada, email: `${name}@example.org` } });
  }
  const sixth = { body: { ...ada, email: 'f@example.org' } };

  const refused = await problemOf(visitor.call(signUp, sixth));

  expect(refused).toMatchObject({ code: 'too-many-requests', status: 429, retryAfter: 3_600 });
  await createVisitor(url, '203.0.113.1').call(signUp, sixth);
  clock.now += 3_600_000;
  await visitor.call(signUp, { body: { ...ada, email: 'g@example.org' } });
});

testOnEachEngine(
  'a changed profile appears at once in the session and the ID token',
  async ({ storage }) => {
    const { url, accounts } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();

    const { body } = await visitor.call(updateProfile, {
      body: { displayName: 'Countess Ada', photoURL: '/images/ada.png' },
    });

    expect(body.user).toMatchObject({ displayName: 'Countess Ada', photoURL: '/images/ada.png' });
    const token = await accounts.provider.identify(body.idToken);
    expect(token).toMatchObject({ displayName: 'Countess Ada', photoURL: '/images/ada.png' });
    expect((await visitor.call(currentUser, {})).body.user?.displayName).toBe('Countess Ada');
  },
);

const refusals: readonly (readonly [what: string, changes: object, message: string])[] = [
  ['no name', { displayName: undefined }, 'All fields are required!'],
  ['a name of blanks', { displayName: ' \u200b ' }, 'All fields are required!'],
  ['no photo', { photoURL: '' }, 'All fields are required!'],
  ['no e-mail', { email: '' }, 'All fields are required!'],
  ['no password', { password: '' }, 'All fields are required!'],
  [
    'a script as photo',
    { photoURL: 'javascript:alert(1)' },
    'Photo URL must start with https://, http:// or /images/.',
  ],
  ['an e-mail without a domain', { email: 'ada' }, 'Please enter a valid email address.'],
  [
    'an e-mail of 320 characters',
    { email: `${'a'.repeat(64)}@${'b'.repeat(251)}.org` },
    'Please enter a valid email address.',
  ],
  [
    'an e-mail with a line break',
    { email: 'ada@example.org\nbcc: b@example.org' },
    'Please enter a valid email address.',
  ],
  ['an array as e-mail', { email: ['ada@example.org'] }, 'All fields are required!'],
  ['a password of five', { password: 'Ab345' }, 'Password must be at least 6 characters long.'],
  [
    'a short password in lower case',
    { password: 'abc' },
    'Password must be at least 6 characters long.',
  ],
  ['five emoji', { password: '🔑🔑🔑🔑🔑' }, 'Password must be at least 6 characters long.'],
  [
    'a password in lower case',
    { password: 'abcdef' },
    'Password must contain at least one uppercase letter.',
  ],
  [
    'a password in capitals',
    { password: 'ABCDEF' },
    'Password must contain at least one lowercase letter.',
  ],
  [
    'a password of digits',
    { password: '123456' },
    'Password must contain at least one uppercase letter.',
  ],
  [
    'a password of 1,000',
    { password: 'Ab'.repeat(500) },
    'Password can have at most 128 characters.',
  ],
  [
    'half an emoji as password',
    { password: 'Abcdef\ud83d' },
    "Password holds characters that can't be used.",
  ],
];

testOnEachEngine(
  'the server refuses every invalid sign-up field with its message',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    for (const [what, changes, message] of refusals) {
      const reply = await visitor.request('/identity/sign-up', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ada, ...changes }),
      });
      expect(await reply.json(), what).toMatchObject({ code: 'invalid-input', message });
      expect(reply.status, what).toBe(400);
    }
    expect(await storage.reader.selectFrom('people').select('id').execute()).toEqual([]);
  },
);
