import { expect } from 'vitest';
import { holdMail } from '../../../identity/mail/mail-hold.ts';
import { createQueueMail, type MailState } from '../../../identity/mail/outbox-store.ts';
import { sendOutbox } from '../../../identity/mail/send-outbox.ts';
import { again, once, testKinds } from '../../../identity/mail/testing-kinds.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { Delivery, Post } from '../../../platform/mail/post.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { outboxState, releaseMail, tryMailAgain } from '../contract.ts';
import { outboxAnswers } from './outbox-answers.ts';

const dayMs = 24 * 60 * 60_000;

async function start(storage: Storage) {
  const site = await startMemberSite(storage, (parts) =>
    outboxAnswers({ ...parts, canSend: true }),
  );
  const now = () => site.clock.now;
  const owner = await site.member('Olive', 'owner');
  const sent: string[] = [];
  let outcome: Delivery = { kind: 'sent' };
  const post: Post = {
    async send({ to }) {
      sent.push(to);
      return outcome;
    },
    async close() {},
  };
  const queueMail = createQueueMail(now);
  const onError = (error: unknown) => {
    throw error;
  };
  return {
    ...site,
    sent,
    owner,
    queue: (address: string, kind = again) =>
      storage.write((write) => queueMail(write, kind, { address })),
    outcome(next: Delivery) {
      outcome = next;
    },
    send: () =>
      sendOutbox({ storage, post, kinds: testKinds, now, onError }, new AbortController().signal),
    state: async () => (await owner.call(outboxState, {})).body,
    tryAgain: (id: string | null) => owner.call(tryMailAgain, { body: { id } }),
  };
}

testOnBothEngines(
  'an owner sees queued and failed e-mails and can have them retried',
  async ({ storage }) => {
    const { owner, queue, send, sent, outcome, state, tryAgain } = await start(storage);
    outcome({ kind: 'refused', isForGood: true, what: 'address', reply: '550 nobody' });
    await queue('nobody@example.org');
    await send();
    outcome({ kind: 'unknown', reply: 'silence' });
    await queue('doubt@example.org', once);
    await send();
    outcome({ kind: 'unreachable', reply: 'refused' });
    await queue('ada@example.org');
    await send();
    const { waiting, failed, mails } = await state();
    expect({ waiting, failed }).toEqual({ waiting: 1, failed: 2 });
    const states = mails.map(({ to, state, reason }): [string | null, MailState, string] => [
      to,
      state,
      reason,
    ]);
    expect(states.toSorted()).toEqual([
      ['ada@example.org', 'waiting', 'refused'],
      ['doubt@example.org', 'unknown', 'silence'],
      ['nobody@example.org', 'failed', '550 nobody'],
    ]);

    outcome({ kind: 'sent' });
    sent.length = 0;
    await tryAgain(null);
    await send();
    expect(sent.toSorted()).toEqual(['ada@example.org', 'nobody@example.org']);
    const [left] = (await state()).mails;
    expect(left).toMatchObject({ to: 'doubt@example.org', state: 'unknown', againAt: null });
    await tryAgain(left?.id ?? '');
    await send();
    expect(sent).toHaveLength(3);
    expect(await state()).toMatchObject({ waiting: 0, failed: 0, mails: [] });
    expect((await problemOf(tryAgain(left?.id ?? ''))).code).toBe('mail-not-there');
    const acts = await storage.reader.selectFrom('acts').select(['act', 'by_id']).execute();
    expect(acts).toEqual(
      Array.from({ length: 2 }, () => ({ act: 'mail-tried-again', by_id: owner.person.id })),
    );
  },
);

testOnBothEngines(
  'e-mails held by a restore are sent after the owner releases them, whatever their age',
  async ({ storage }) => {
    const { owner, queue, send, sent, state, clock } = await start(storage);
    await queue('before@example.org');
    await holdMail(storage.writer, clock.now);
    expect((await state()).heldSince).toBe(new Date(clock.now).toISOString());
    clock.now += 30 * dayMs;
    await queue('now@example.org');
    await send();
    expect(sent).toEqual(['now@example.org']);
    // Trying again isn't a release.
    await owner.call(tryMailAgain, { body: { id: null } });
    await send();
    expect(sent).toEqual(['now@example.org']);

    await owner.call(releaseMail, {});
    await send();
    expect(sent).toEqual(['now@example.org', 'before@example.org']);
    expect((await state()).heldSince).toBe(null);
    // Releasing twice is harmless and logged once.
    await owner.call(releaseMail, {});
    const acts = await storage.reader.selectFrom('acts').select('act').orderBy('id').execute();
    expect(acts).toEqual([{ act: 'mail-tried-again' }, { act: 'mail-released' }]);
  },
);

testOnBothEngines(
  'releasing held e-mails does not send a link that has expired',
  async ({ storage }) => {
    const { owner, queue, send, sent, state, clock } = await start(storage);
    await queue('link@example.org', { ...again, usefulMs: 30 * 60_000 });
    await queue('before@example.org');
    await holdMail(storage.writer, clock.now);
    clock.now += 30 * dayMs;
    await owner.call(releaseMail, {});
    await send();
    expect(sent).toEqual(['before@example.org']);
    expect((await state()).mails).toMatchObject([{ to: 'link@example.org', state: 'failed' }]);
  },
);
