import { expect } from 'vitest';
import { waitingMax } from '../../../../identity/mail/outbox-store.ts';
import { problemOf } from '../../../../identity/testing.ts';
import {
  closedSmtpPort,
  type SmtpFaults,
  startMailServer,
} from '../../../../platform/mail/testing-mail-server.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { changeEmail } from '../../contract/email.ts';
import { forgotPassword, resetPassword, sendVerification } from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor } from '../testing-visitor.ts';
import { issueReset } from './account-security.ts';

const minuteMs = 60_000;

const troubles: readonly (readonly [name: string, temper: SmtpFaults])[] = [
  ['is busy', { mailFrom: 451 }],
  ['refuses the site', { mailFrom: 550 }],
  ['hangs', { mailFrom: 'hang' }],
  ['breaks off', { rcptTo: 'close' }],
];

for (const [name, temper] of troubles) {
  testOnEachEngine(
    `e-mails queued while the mail server ${name} are delivered once it works`,
    async ({ storage }) => {
      const server = await startMailServer({ ...temper });
      const mail = { ...server.mail, silenceMs: 400 };
      const { url, clock, sendMail } = await startSite(storage, { mail, limits: 0 });
      const visitor = createVisitor(url);
      await visitor.signUp();
      await visitor.call(forgotPassword, { body: { email: ada.email } });
      await visitor.call(changeEmail, {
        body: { email: 'countess@example.org', password: ada.password },
      });
      await sendMail();
      expect(server.taken).toEqual([]);

      for (const key of Object.keys(temper) as (keyof SmtpFaults)[]) delete server.temper[key];
      for (let tries = 0; tries < 12 && server.taken.length < 3; tries += 1) {
        clock.now += 2 * minuteMs;
        await sendMail();
      }
      expect(server.taken.toSorted()).toEqual([ada.email, ada.email, 'countess@example.org']);
      expect(await storage.reader.selectFrom('outbox').select('id').execute()).toEqual([]);
    },
  );
}

testOnEachEngine(
  'a change of email requested before a password reset sends no link afterwards',
  async ({ storage }) => {
    const server = await startMailServer({ mailFrom: 451 });
    const mail = { ...server.mail, silenceMs: 400 };
    const { url, clock, sendMail } = await startSite(storage, { mail, limits: 0 });
    const stranger = createVisitor(url);
    await stranger.signUp();
    const { password } = ada;
    await stranger.call(changeEmail, { body: { email: 'stranger@example.org', password } });
    const token = (await issueReset(storage, ada.email, 'operator', clock.now)) ?? '';
    await createVisitor(url).call(resetPassword, { body: { token, newPassword: 'Difference' } });

    delete server.temper.mailFrom;
    for (let tries = 0; tries < 12; tries += 1) {
      clock.now += 2 * minuteMs;
      await sendMail();
    }
    expect(new Set(server.taken)).toEqual(new Set([ada.email]));
  },
);

testOnBothEngines(
  'queued e-mails hold no token and fail once their link would have expired',
  async ({ storage }) => {
    const mail = { ...(await closedSmtpPort()), silenceMs: 400 };
    const { url, clock, sendMail } = await startSite(storage, { mail, limits: 0 });
    await createVisitor(url).signUp();
    await createVisitor(url).call(forgotPassword, { body: { email: ada.email } });
    const rows = () => storage.writer.selectFrom('outbox').selectAll().orderBy('id').execute();
    const [verification, reset] = await rows();
    expect(verification).toMatchObject({ kind: 'verify-email', address: null, payload: '{}' });
    expect(reset).toMatchObject({ kind: 'reset-password', address: ada.email, payload: '{}' });
    while ((await rows()).some(({ state }) => state === 'waiting')) {
      await sendMail();
      clock.now += minuteMs;
    }
    for (const row of await rows()) {
      expect(row).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('ECONNREFUSED'),
      });
      expect(row.tries).toBeGreaterThan(5);
      expect(row.ended_at).toBeLessThanOrEqual(row.created_at + 31 * minuteMs);
    }
  },
);

testOnEachEngine(
  'a queued change of email holds no token, and none has been created yet',
  async ({ storage }) => {
    const mail = { ...(await closedSmtpPort()), silenceMs: 400 };
    const { url } = await startSite(storage, { mail, limits: 0 });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const body = { email: 'countess@example.org', password: ada.password };
    await visitor.call(changeEmail, { body });
    const row = await storage.reader
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'change-email')
      .executeTakeFirstOrThrow();
    expect(row.address).toBe(body.email);
    expect(JSON.parse(row.payload)).toEqual({ from: ada.email, tokenVersion: expect.any(Number) });
    const tokens = await storage.reader.selectFrom('one_time_tokens').selectAll().execute();
    expect(tokens.filter(({ purpose }) => purpose === 'change-email')).toEqual([]);
  },
);

testOnEachEngine(
  'with a full outbox, forgot-password gives the same problem for known and unknown addresses',
  async ({ storage }) => {
    const mail = { ...(await closedSmtpPort()), silenceMs: 400 };
    const { url } = await startSite(storage, { mail, limits: 0 });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const row = await storage.writer.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const later = {
      state: 'waiting' as const,
      due_at: row.due_at + 1e9,
      ends_at: row.ends_at + 2e9,
    };
    const rows = Array.from({ length: waitingMax }, (_, index) => ({
      ...row,
      ...later,
      id: `${index}`,
    }));
    for (let from = 0; from < rows.length; from += 1_000) {
      await storage.write(({ db }) =>
        db
          .insertInto('outbox')
          .values(rows.slice(from, from + 1_000))
          .execute(),
      );
    }
    const calls = [ada.email, 'nobody@example.org'].map((email) =>
      problemOf(visitor.call(forgotPassword, { body: { email } })),
    );
    for (const problem of [
      ...(await Promise.all(calls)),
      await problemOf(visitor.call(sendVerification, {})),
    ]) {
      expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
    }
    // Signing up succeeds even though its verification e-mail can't be queued.
    await createVisitor(url).signUp({ email: 'grace@example.org' });
  },
);
