import { expect, onTestFinished } from 'vitest';
import { createPost, type PostOptions } from '../../platform/mail/post.ts';
import {
  closedSmtpPort,
  type SmtpFaults,
  startMailServer,
} from '../../platform/mail/testing-mail-server.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../storage/testing.ts';
import { holdMail } from './mail-hold.ts';
import { hourMs, type MailKind } from './mail-kind.ts';
import { createQueueMail, nextTryAt, waitingMax } from './outbox-store.ts';
import { sendOutbox } from './send-outbox.ts';
import { again, link, once, testKinds } from './testing-kinds.ts';

const minuteMs = 60_000;

function openOutbox(storage: Storage, mail: Pick<PostOptions, 'smtpUrl' | 'from'>) {
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const post = createPost({ ...mail, siteName: () => 'The Content Hub', silenceMs: 400 });
  onTestFinished(() => post.close());
  const onError = (error: unknown) => {
    throw error;
  };
  const queueMail = createQueueMail(now);
  const never = new AbortController().signal;
  return {
    clock,
    queue: (kind: MailKind, address: string) =>
      storage.write((write) => queueMail(write, kind, { address })),
    send: (by: Storage = storage) =>
      sendOutbox({ storage: by, post, kinds: testKinds, now, onError }, never),
    rows: () =>
      storage.writer
        .selectFrom('outbox')
        .select(['address', 'state', 'tries', 'reason'])
        .orderBy('id')
        .execute(),
  };
}

const troubles: readonly (readonly [name: string, temper: SmtpFaults])[] = [
  ['is busy', { mailFrom: 451 }],
  ['lets nobody in', { greeting: 554 }],
  ['knows no such site', { mailFrom: 550 }],
  ['has a full mailbox', { rcptTo: 452 }],
  ['hangs before it has the e-mail', { mailFrom: 'hang' }],
  ['goes away before it has the e-mail', { rcptTo: 'close' }],
];

for (const [index, [name, temper]] of troubles.entries()) {
  // The failure is the mail server's, so one case on both databases is enough.
  const testTrouble = index === 0 ? testOnBothEngines : testOnEachEngine;
  testTrouble(
    `an e-mail to a server that ${name} is retried and delivered once`,
    async ({ storage }) => {
      const server = await startMailServer({ ...temper });
      const { queue, send, rows, clock } = openOutbox(storage, server.mail);
      await queue(once, 'ada@example.org');
      await send();
      expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }]);
      expect((await rows())[0]?.reason).not.toBe('');
      for (const key of Object.keys(temper) as (keyof SmtpFaults)[]) delete server.temper[key];
      await send();
      expect(server.taken).toEqual([]);
      clock.now += minuteMs;
      await send();
      clock.now += hourMs;
      await send();
      expect(server.taken).toEqual(['ada@example.org']);
      expect(await rows()).toEqual([]);
    },
  );
}

testOnBothEngines(
  'an e-mail to an unreachable server is retried for two days and then fails',
  async ({ storage }) => {
    const { queue, send, rows, clock } = openOutbox(storage, await closedSmtpPort());
    await queue(once, 'ada@example.org');
    const begin = clock.now;
    while ((await rows())[0]?.state === 'waiting') {
      await send();
      clock.now += 15 * minuteMs;
    }
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'failed' });
    expect(row?.reason).toContain('ECONNREFUSED');
    expect(row?.tries).toBeLessThan(60);
    expect(clock.now - begin).toBeGreaterThan(46 * hourMs);
  },
);

testOnBothEngines(
  'an e-mail that a server refuses without a reason arrives once it takes it, without many attempts',
  async ({ storage }) => {
    const server = await startMailServer({ rcptTo: 550 });
    const { queue, send, rows, clock } = openOutbox(storage, server.mail);
    await queue(link, 'ada@example.org');
    await queue(again, 'grace@example.org');
    for (let minutes = 0; minutes < 28; minutes += 1) {
      await send();
      clock.now += minuteMs;
    }
    const tries = (await rows()).map((row) => row.tries);
    expect(Math.max(...tries)).toBeLessThan(10);
    delete server.temper.rcptTo;
    await send();
    expect(server.taken).toEqual(['ada@example.org']);
    clock.now += 8 * hourMs;
    await send();
    expect(server.taken).toEqual(['ada@example.org', 'grace@example.org']);
    expect(await rows()).toEqual([]);
  },
);

testOnBothEngines(
  'an e-mail to an unknown address fails with the reason, and others are sent',
  async ({ storage }) => {
    const server = await startMailServer({ rcpt: { 'nobody@example.org': '550 5.1.1 Nobody' } });
    const { queue, send, rows } = openOutbox(storage, server.mail);
    for (const name of ['ada', 'nobody', 'grace']) await queue(again, `${name}@example.org`);
    await send();
    expect(server.taken.toSorted()).toEqual(['ada@example.org', 'grace@example.org']);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ address: 'nobody@example.org', state: 'failed' });
    expect(row?.reason).toContain('550');
  },
);

testOnBothEngines(
  'an e-mail to a recipient whose server hangs delays no other',
  async ({ storage }) => {
    const server = await startMailServer({ rcpt: { 'reader-0@example.org': 'hang' } });
    const { queue, send, rows } = openOutbox(storage, server.mail);
    for (let index = 0; index < 12; index += 1) await queue(again, `reader-${index}@example.org`);
    await send();
    expect(server.taken).toHaveLength(11);
    expect(await rows()).toMatchObject([{ address: 'reader-0@example.org', state: 'waiting' }]);
  },
);

testOnBothEngines(
  'after a missing reply, a repeatable e-mail is sent again and any other becomes unknown',
  async ({ storage }) => {
    const server = await startMailServer({ end: 'hang' });
    const { queue, send, rows, clock } = openOutbox(storage, server.mail);
    await queue(again, 'again@example.org');
    await queue(once, 'once@example.org');
    await send();
    expect(await rows()).toMatchObject([{ state: 'waiting' }, { state: 'unknown' }]);
    delete server.temper.end;
    clock.now += minuteMs;
    await send();
    expect(server.taken).toEqual(['again@example.org']);
    expect(await rows()).toMatchObject([{ address: 'once@example.org', state: 'unknown' }]);
  },
);

testOnBothEngines('an e-mail of a write that was rolled back is not sent', async ({ storage }) => {
  const server = await startMailServer();
  const { send, rows } = openOutbox(storage, server.mail);
  const queueMail = createQueueMail(Date.now);
  const undone = storage.write(async (write) => {
    await queueMail(write, again, { address: 'ada@example.org' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await send();
  expect(await rows()).toEqual([]);
  expect(server.taken).toEqual([]);
});

testOnBothEngines('several processes send each e-mail once', async ({ storage, open }) => {
  const server = await startMailServer();
  const { queue, send } = openOutbox(storage, server.mail);
  const other = await open();
  for (let index = 0; index < 25; index += 1) await queue(again, `reader-${index}@example.org`);
  await Promise.all([send(), send(other), send(), send(other)]);
  expect(server.taken).toHaveLength(25);
  expect(new Set(server.taken).size).toBe(25);
});

testOnBothEngines(
  'a hold on mail keeps back earlier e-mails and lets later ones be sent',
  async ({ storage }) => {
    const server = await startMailServer();
    const { queue, send, rows, clock } = openOutbox(storage, server.mail);
    await queue(again, 'before@example.org');
    await holdMail(storage.writer, clock.now);
    clock.now += 1;
    await queue(again, 'after@example.org');
    await send();
    clock.now += 100 * hourMs;
    await send();
    expect(server.taken).toEqual(['after@example.org']);
    expect(await rows()).toMatchObject([{ address: 'before@example.org', state: 'waiting' }]);
  },
);

testOnBothEngines(
  'a full outbox refuses e-mails until one is removed, and links last',
  async ({ storage }) => {
    const { queue } = openOutbox(storage, await closedSmtpPort());
    await queue(again, 'ada@example.org');
    const row = await storage.writer.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: waitingMax - 2 }, (_, index) => ({ ...row, id: `${index}` }));
    for (let from = 0; from < rows.length; from += 1_000) {
      await storage.write(({ db }) =>
        db
          .insertInto('outbox')
          .values(rows.slice(from, from + 1_000))
          .execute(),
      );
    }
    expect(await queue(again, 'grace@example.org')).toBe(false);
    expect(await queue(link, 'grace@example.org')).toBe(true);
    expect(await queue(link, 'grace@example.org')).toBe(false);
    await storage.write(({ db }) => db.deleteFrom('outbox').where('id', '=', '7').execute());
    expect(await queue(again, 'grace@example.org')).toBe(false);
    expect(await queue(link, 'grace@example.org')).toBe(true);
  },
);

testOnBothEngines('an e-mail that expires after half an hour is retried until then', async () => {
  const mail = { created_at: 0, ends_at: 30 * minuteMs };
  const tries: number[] = [];
  let at: number | undefined = 0;
  while (at !== undefined) {
    tries.push(at / minuteMs);
    at = nextTryAt({ ...mail, tries: tries.length }, at);
  }
  expect(tries).toEqual([0, 0.5, 1.5, 3.5, 7.5, 12.5, 17.5, 22.5, 27.5]);
});
