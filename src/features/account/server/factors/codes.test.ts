import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { myAccount, mySecurityEvents } from '../../contract/account-page.ts';
import {
  beginCodes,
  myFactors,
  renewRecoveryCodes,
  secondFactor,
  turnCodesOff,
  turnCodesOn,
} from '../../contract/factors.ts';
import { changePassword, signIn, signUp } from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor, type Visitor } from '../testing-visitor.ts';
import { askSecondStep } from './first-step.ts';
import { passFirstStep, turnOnCodes } from './testing-factors.ts';
import { codeOf, stepOf } from './time-codes.ts';

const password = ada.password;

type Typed = { readonly code: string } | { readonly recoveryCode: string };

/** Signs in by password and second step. */
async function signInBy(visitor: Visitor, proof: Typed) {
  const { ticket } = await passFirstStep(visitor);
  return (await visitor.call(secondFactor, { body: { ticket, proof } })).body;
}

testOnEachEngine(
  'a first code turns on time-based codes, sign-in then asks for one, and the password turns them off',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const { body } = await visitor.call(beginCodes, { body: { password } });
    const { setup, secret } = body;
    const wrong = visitor.call(turnCodesOn, { body: { setup, code: '000 000' } });
    expect((await problemOf(wrong)).code).toBe('wrong-code');
    // Until a code has been confirmed, a person whose app doesn't work isn't locked out.
    await visitor.prove();
    const code = codeOf(secret, stepOf(site.clock.now));
    const { body: on } = await visitor.call(turnCodesOn, { body: { setup, code } });
    expect(new Set(on.recoveryCodes).size).toBe(10);
    const again = visitor.call(turnCodesOn, { body: { setup, code } });
    expect((await problemOf(again)).code).toBe('setup-expired');

    expect(await passFirstStep(visitor)).toMatchObject({ methods: ['code', 'recovery-code'] });
    // The code that turned them on can't be used again.
    expect((await problemOf(signInBy(visitor, { code }))).code).toBe('code-used');
    site.clock.now += 30_000;
    const next = codeOf(secret, stepOf(site.clock.now));
    const grouped = `${next.slice(0, 3)} ${next.slice(3)}`;
    await visitor.startSession(await signInBy(visitor, { code: grouped }));

    const unsure = visitor.call(turnCodesOff, { body: { password: 'Wrong-one' } });
    expect((await problemOf(unsure)).code).toBe('wrong-password');
    await visitor.call(turnCodesOff, { body: { password } });
    expect((await visitor.call(myFactors, {})).body).toEqual({
      passkeys: [],
      codesSince: null,
      recoveryCodesLeft: 0,
    });
    await visitor.prove();
  },
);

testOnBothEngines(
  'a code works once when it is sent several times at once',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const { secret } = await turnOnCodes(visitor, site);
    const code = codeOf(secret, stepOf(site.clock.now));
    const tickets = await Promise.all([1, 2, 3, 4].map(() => passFirstStep(visitor)));
    const proof = { code };
    const sent = [...tickets, tickets[0]].map((step) =>
      visitor.call(secondFactor, { body: { ticket: step?.ticket ?? '', proof } }),
    );
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // An earlier code doesn't work either once a later one has been used.
    const earlier = codeOf(secret, stepOf(site.clock.now) - 1);
    expect((await problemOf(signInBy(visitor, { code: earlier }))).code).toBe('code-used');
  },
);

testOnEachEngine('a second-step ticket works once, within five minutes', async ({ storage }) => {
  const site = await startSite(storage);
  const visitor = createVisitor(site.url);
  await visitor.signUp();
  const { recoveryCodes } = await turnOnCodes(visitor, site);
  const [first = '', second = '', third = ''] = recoveryCodes;
  const { ticket } = await passFirstStep(visitor);
  const pass = (recoveryCode: string) =>
    visitor.call(secondFactor, { body: { ticket, proof: { recoveryCode } } });
  // A wrong code doesn't use up the ticket.
  expect((await problemOf(pass('none'))).code).toBe('wrong-recovery-code');
  const both = await Promise.allSettled([pass(first), pass(second)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await problemOf(pass(third))).code).toBe('sign-in-expired');
  // The recovery code that was refused for its ticket wasn't used up.
  expect((await visitor.call(myFactors, {})).body.recoveryCodesLeft).toBe(9);

  const late = await passFirstStep(visitor);
  site.clock.now += 5 * 60_000;
  const proof = { recoveryCode: third };
  const tooLate = visitor.call(secondFactor, { body: { ticket: late.ticket, proof } });
  expect((await problemOf(tooLate)).code).toBe('sign-in-expired');
});

testOnEachEngine(
  'five wrong codes from any networks block codes for ten minutes, and the owner can use a recovery code',
  async ({ storage }) => {
    const site = await startSite(storage);
    const owner = createVisitor(site.url);
    await owner.signUp();
    const { secret, recoveryCodes } = await turnOnCodes(owner, site);
    for (let count = 0; count < 5; count += 1) {
      const guesser = createVisitor(site.url, `203.0.${count}.1`);
      expect((await problemOf(signInBy(guesser, { code: '123456' }))).code).toBe('wrong-code');
    }
    const code = () => codeOf(secret, stepOf(site.clock.now));
    const refused = await problemOf(signInBy(owner, { code: code() }));
    expect(refused).toMatchObject({ status: 429, retryAfter: 600 });
    await signInBy(owner, { recoveryCode: recoveryCodes[0] ?? '' });
    site.clock.now += 600_000;
    await signInBy(owner, { code: code() });
  },
);

testOnEachEngine(
  'a recovery code is accepted in any spelling, works once, and is replaced by new ones',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const { recoveryCodes } = await turnOnCodes(visitor, site);
    const [code = '', other = ''] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('O', '0');
    await signInBy(visitor, { recoveryCode: ` ${typed}` });
    expect((await problemOf(signInBy(visitor, { recoveryCode: code }))).code).toBe(
      'wrong-recovery-code',
    );
    const kinds = await storage.reader.selectFrom('security_events').select('kind').execute();
    expect(kinds.filter(({ kind }) => kind === 'recovery-code-used')).toHaveLength(1);
    const { body } = await visitor.call(renewRecoveryCodes, { body: { password } });
    expect(body.recoveryCodes).toHaveLength(10);
    const [renewal] = (await visitor.call(mySecurityEvents, {})).body;
    expect(renewal?.kind).toBe('recovery-codes-renewed');
    expect((await problemOf(signInBy(visitor, { recoveryCode: other }))).code).toBe(
      'wrong-recovery-code',
    );
    await signInBy(visitor, { recoveryCode: body.recoveryCodes[9] ?? '' });
    const stored = JSON.stringify(
      await storage.reader.selectFrom('recovery_codes').selectAll().execute(),
    );
    for (const one of body.recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''));
  },
);

testOnEachEngine(
  'an account without a second factor cannot get recovery codes',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const refused = visitor.call(renewRecoveryCodes, { body: { password } });
    expect((await problemOf(refused)).code).toBe('no-factor-yet');
  },
);

testOnEachEngine(
  'changing the password invalidates second-step tickets of the old password',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    const { recoveryCodes } = await turnOnCodes(visitor, site);
    const { ticket } = await passFirstStep(createVisitor(site.url));
    const newPassword = 'Difference';
    await visitor.call(changePassword, { body: { currentPassword: password, newPassword } });
    const proof = { recoveryCode: recoveryCodes[0] ?? '' };
    const old = visitor.call(secondFactor, { body: { ticket, proof } });
    expect((await problemOf(old)).code).toBe('sign-in-expired');
    const { body } = await visitor.call(signIn, { body: { ...ada, password: newPassword } });
    expect(body).toHaveProperty('secondStep');
  },
);

testOnEachEngine(
  'repeating a sign-up with its idempotency key does not bypass the second step',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    const again = () => visitor.call(signUp, { body: ada }, { 'idempotency-key': 'first' });
    await visitor.startSession((await again()).body);
    expect((await again()).body.user.email).toBe(ada.email);
    await turnOnCodes(visitor, site);
    expect((await problemOf(again())).code).toBe('email-taken');
  },
);

testOnBothEngines(
  'no ticket is issued when the password changes during its check',
  async ({ storage }) => {
    const site = await startSite(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp();
    await turnOnCodes(visitor, site);
    const { id: personId } = (await visitor.call(myAccount, {})).body;
    const ask = (tokenVersion: number) =>
      askSecondStep({ storage, now: () => site.clock.now }, { personId }, tokenVersion);
    expect(await ask(1)).toMatchObject({ methods: ['code', 'recovery-code'] });
    const change = { currentPassword: password, newPassword: 'Difference' };
    await visitor.call(changePassword, { body: change });
    expect((await problemOf(ask(1))).code).toBe('sign-in-expired');
  },
);
