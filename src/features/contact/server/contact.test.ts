import { expect, onTestFinished } from 'vitest';
import { createQueueMail } from '../../../identity/mail/outbox-store.ts';
import { sendOutbox } from '../../../identity/mail/send-outbox.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import { createPost, type Post } from '../../../platform/mail/post.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { mailTo, startMailbox } from '../../account/server/testing-mailbox.ts';
import { sendMessage } from '../contract/contact.ts';
import {
  contactSettings,
  deleteMessage,
  markMessage,
  messageList,
  restoreMessage,
  saveContactSettings,
} from '../contract/manage.ts';
import { contactAnswers } from './contact-answers.ts';
import { forwardedMessage } from './forward-messages.ts';
import { messagesMax } from './message-store.ts';

const site = { name: 'The Content Hub', url: 'http://content-hub.test' };
const message = { name: 'Ada', email: 'Ada@Example.org', message: 'Hello\nthere' };
const never = new AbortController().signal;

async function start(
  storage: Storage,
  options: { canSend?: boolean; limits?: number; forwardTo?: string; isOn?: boolean } = {},
) {
  const { canSend = true, limits = 0, forwardTo = '', isOn = true } = options;
  const hub = await startMemberSite(
    storage,
    (parts) =>
      contactAnswers({
        ...parts,
        canSend,
        queueMail: canSend ? createQueueMail(parts.now) : undefined,
      }),
    { limits },
  );
  const owner = await hub.member('Olive', 'owner');
  if (isOn) await owner.call(saveContactSettings, { body: { isOn: true, forwardTo } });
  const read = async (query = {}) => (await owner.call(messageList, { query })).body;
  const onError = (error: unknown) => {
    throw error;
  };
  const kinds = [forwardedMessage({ storage, site })];
  const forward = (post: Post) =>
    sendOutbox({ storage, post, kinds, now: () => hub.clock.now, onError }, never);
  return { ...hub, owner, read, forward };
}

testOnEachEngine('a message is refused while contact is off', async ({ storage }) => {
  const { visitor, owner } = await start(storage, { isOn: false });
  const refused = await problemOf(visitor.call(sendMessage, { body: message }));
  expect(refused).toMatchObject({ status: 409, code: 'contact-off' });
  expect(await storage.reader.selectFrom('contact_messages').selectAll().execute()).toEqual([]);
  const { body } = await owner.call(contactSettings, {});
  expect(body).toEqual({ isOn: false, forwardTo: '', canSend: true });
});

testOnEachEngine('messages are stored on a site without mail', async ({ storage }) => {
  const { visitor, read } = await start(storage, { canSend: false, forwardTo: 'd@example.org' });
  await visitor.call(sendMessage, { body: message });
  expect((await read()).messages).toMatchObject([{ name: 'Ada', forwarded: 'none' }]);
});

testOnEachEngine(
  'messages can be paged, searched, marked as read, deleted and restored',
  async ({ storage }) => {
    const { visitor, owner, read } = await start(storage);
    await visitor.call(sendMessage, { body: message });
    for (let count = 0; count < 21; count += 1) {
      const text = { ...message, name: `Ben ${count}`, message: `100% of ${count}_` };
      await visitor.call(sendMessage, { body: text });
    }
    const first = await read();
    expect(first.messages).toHaveLength(20);
    expect(first.unread).toBe(22);
    const second = await read({ cursor: first.nextCursor });
    expect(second.nextCursor).toBeNull();
    expect(second.messages.at(-1)).toMatchObject({
      name: 'Ada',
      email: 'ada@example.org',
      message: 'Hello\nthere',
      isRead: false,
      forwarded: 'none',
    });
    expect((await read({ search: 'HELLO' })).messages).toHaveLength(1);
    expect((await read({ search: '7_' })).messages).toHaveLength(2);
    expect((await read({ search: '%' })).messages).toHaveLength(20);
    expect((await read({ search: '%x' })).messages).toEqual([]);

    const id = second.messages.at(-1)?.id ?? '';
    const params = { id };
    await owner.call(markMessage, { params, body: { isRead: true } });
    expect((await read({ list: 'unread' })).unread).toBe(21);
    await owner.call(deleteMessage, { params });
    expect((await read({ search: 'hello' })).messages).toEqual([]);
    expect((await problemOf(owner.call(deleteMessage, { params }))).code).toBe('message-not-found');
    await owner.call(restoreMessage, { params });
    expect((await read({ search: 'hello' })).messages).toMatchObject([{ id, isRead: true }]);
    expect((await problemOf(owner.call(restoreMessage, { params }))).status).toBe(404);
    const acts = await storage.reader.selectFrom('acts').select(['act', 'subject_label']).execute();
    expect(acts.map(({ act }) => act)).toEqual([
      'contact-settings',
      'message-deleted',
      'message-restored',
    ]);
    expect(JSON.stringify(acts)).not.toContain('Ada');
  },
);

testOnEachEngine(
  'an invalid message or one with the hidden field filled in is refused with 400',
  async ({ storage }) => {
    const { visitor, read } = await start(storage);
    for (const wrong of [
      { name: 'Ada\r\nBcc: all@example.org' },
      { name: 'x'.repeat(101) },
      { email: 'ada@example.org\r\nBcc: all@example.org' },
      { email: `${'a'.repeat(250)}@example.org` },
      { message: 'x'.repeat(5_001) },
      { message: 'a\u0000' },
      { message: ' \n' },
      { homepage: 'https://x.example' },
    ]) {
      const call = visitor.call(sendMessage, { body: { ...message, ...wrong } });
      expect((await problemOf(call)).status, JSON.stringify(wrong).slice(0, 40)).toBe(400);
    }
    expect((await read()).messages).toEqual([]);
    await visitor.call(sendMessage, { body: { ...message, message: '😀'.repeat(5_000) } });
    expect((await read()).messages).toHaveLength(1);
  },
);

testOnEachEngine('a network can send five messages within an hour', async ({ storage }) => {
  const { visitor, clock } = await start(storage, { limits: 1 });
  for (let count = 0; count < 5; count += 1) await visitor.call(sendMessage, { body: message });
  expect((await problemOf(visitor.call(sendMessage, { body: message }))).status).toBe(429);
  clock.now += 60 * 60_000;
  await visitor.call(sendMessage, { body: message });
});

testOnBothEngines(
  'a full inbox deletes its oldest read message, or refuses new ones when all are unread',
  async ({ storage }) => {
    const { visitor, owner, read } = await start(storage);
    const rows = Array.from({ length: messagesMax }, (_, index) => ({
      id: rowId(),
      name: `Number ${index}`,
      email: 'a@example.org',
      message: 'm',
      created_at: index,
      forward_state: 'none' as const,
    }));
    for (let from = 0; from < rows.length; from += 500) {
      await storage.write(({ db }) =>
        db
          .insertInto('contact_messages')
          .values(rows.slice(from, from + 500))
          .execute(),
      );
    }
    const full = await problemOf(visitor.call(sendMessage, { body: message }));
    expect(full).toMatchObject({ status: 409, code: 'inbox-full' });
    const read7 = { params: { id: rows[7]?.id ?? '' } };
    await owner.call(markMessage, { ...read7, body: { isRead: true } });
    await visitor.call(sendMessage, { body: message });
    expect((await read({ search: 'Number 7' })).messages.map(({ name }) => name)).not.toContain(
      'Number 7',
    );
    expect((await read({ search: 'hello' })).messages).toHaveLength(1);
  },
);

testOnEachEngine(
  'a message is forwarded once, with the sender in Reply-To and no other header of theirs',
  async ({ storage }) => {
    const { visitor, read, forward } = await start(storage, { forwardTo: 'desk@example.org' });
    const mailbox = await startMailbox();
    const post = createPost({ ...mailTo(mailbox), siteName: () => 'The Content Hub' });
    onTestFinished(() => post.close());
    await visitor.call(sendMessage, {
      body: { ...message, name: 'Ada" <x@y.example>, "', message: 'Hello\nBcc: all@example.org' },
    });
    expect((await read()).messages).toMatchObject([{ forwarded: 'waiting' }]);
    await Promise.all([forward(post), forward(post)]);
    expect(mailbox.unread).toHaveLength(1);
    const { to, source } = await mailbox.next();
    expect(to).toEqual(['desk@example.org']);
    const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n\s+/g, ' ');
    const replyTo = /^Reply-To: (.*)$/m.exec(head)?.[1] ?? '';
    expect(replyTo).toMatch(/ <ada@example.org>$/);
    expect(replyTo.split('>')).toHaveLength(3);
    expect(head).not.toMatch(/^Bcc:/m);
    expect(source).toContain('Hello');
    expect((await read()).messages).toMatchObject([{ forwarded: 'sent' }]);
    await forward(post);
    expect(mailbox.unread).toEqual([]);
  },
);

testOnEachEngine(
  'forwarding is retried when the server is unreachable, but not when delivery is unknown',
  async ({ storage }) => {
    const { visitor, read, forward, clock } = await start(storage, {
      forwardTo: 'desk@example.org',
    });
    const sent: string[] = [];
    const saying = (kind: 'unreachable' | 'unknown' | 'sent'): Post => ({
      async send() {
        sent.push(kind);
        return kind === 'sent' ? { kind } : { kind, reply: 'no' };
      },
      async close() {},
    });
    await visitor.call(sendMessage, { body: message });
    await forward(saying('unreachable'));
    await forward(saying('sent'));
    expect(sent).toEqual(['unreachable']);
    clock.now += 60_000;
    await forward(saying('sent'));
    expect((await read()).messages).toMatchObject([{ forwarded: 'sent' }]);
    await visitor.call(sendMessage, { body: message });
    await forward(saying('unknown'));
    clock.now += 24 * 60 * 60_000;
    await forward(saying('sent'));
    expect(sent).toEqual(['unreachable', 'sent', 'unknown']);
    expect((await read()).messages[0]).toMatchObject({ forwarded: 'failed' });
  },
);
