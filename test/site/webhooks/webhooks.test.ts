import { createHmac } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { textEvents } from '../../../src/blog/events.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { addComment, deleteComment } from '../../../src/features/comments/contract.ts';
import {
  addWebhook,
  changeWebhook,
  resendDelivery,
  testWebhook,
  webhookDeliveries,
  webhookList,
} from '../../../src/features/webhooks/contract.ts';
import { deliverDue } from '../../../src/features/webhooks/server/deliver.ts';
import { deleteBlog } from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { holdMail } from '../../../src/identity/mail/mail-hold.ts';
import { givenMember, type Member, problemOf } from '../../../src/identity/testing.ts';
import { createFetchPublic } from '../../../src/platform/outgoing/fetch-public.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';

const local = createFetchPublic({ isAllowed: () => true, allowsHttp: true });
/** A short timeout, so that the tests don't wait ten seconds for a silent receiver. */
const fetchPublic: typeof local = (url, request) => local(url, { ...request, timeoutMs: 500 });
const hourMs = 60 * 60_000;
/** The site delivers in the background, soon. */
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 30_000 });

interface Received {
  readonly body: { id: string; type: string; data: Record<string, Record<string, unknown>> };
  readonly raw: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A receiver that answers with these statuses in turn, and then always with 204. */
async function startReceiver(statuses: number[] = [], answer?: RequestListener) {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const raw = Buffer.concat(parts).toString();
    received.push({ raw, body: JSON.parse(raw), headers: request.headers });
    if (answer) return answer(request, reply);
    reply.writeHead(statuses.shift() ?? 204).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** A webhook with an address that an owner couldn't enter. */
async function givenWebhook(storage: Storage, owner: Member, url: string) {
  const body = { url: 'https://example.org/hook', events: [...textEvents] };
  const { body: added } = await owner.call(addWebhook, { body });
  await storage.write(({ db }) =>
    db.updateTable('webhooks').set({ url }).where('id', '=', added.webhook.id).execute(),
  );
  return { id: added.webhook.id, secret: added.secret };
}

const logOf = async (owner: Member, id: string) =>
  (await owner.call(webhookDeliveries, { params: { id } })).body;

function deliverAt(storage: Storage, aheadMs: number): Promise<void> {
  const onError = (error: unknown) => expect.fail(String(error));
  const siteUrl = 'https://hub.example';
  const now = () => Date.now() + aheadMs;
  const parts = { storage, fetchPublic, siteUrl, now, onError };
  return deliverDue(parts, new AbortController().signal);
}

const start = (storage: Storage, settings: Readonly<Record<string, string>> = {}) =>
  listen(storage, settings, onTestFinished, pino({ level: 'silent' }), { fetchPublic });

testOnEachEngine(
  'a failed delivery is retried with the same id and a new signature until it succeeds',
  async ({ storage }) => {
    const { url } = await start(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const receiver = await startReceiver([500, 302]);
    const { id, secret } = await givenWebhook(storage, owner, receiver.url);
    const ada = await givenMember(storage, url);
    const { body: blog } = await ada.call(addBlog, { body: { ...text, tags: 'Kites, Two words' } });

    await eventually(async () => expect((await logOf(owner, id))[0]?.tries).toBe(1));
    await eventually(async () => expect((await logOf(owner, id))[0]?.status).toBe(500));
    expect((await owner.call(webhookList, {})).body.webhooks[0]?.failingSince).not.toBeNull();
    await deliverAt(storage, hourMs);
    expect(await logOf(owner, id)).toMatchObject([
      { state: 'waiting', tries: 2, status: 302, reply: 'It leads elsewhere.' },
    ]);
    await deliverAt(storage, 2 * hourMs);
    expect(await logOf(owner, id)).toMatchObject([
      { event: 'blog.published', state: 'sent', tries: 3, status: 204 },
    ]);
    expect((await owner.call(webhookList, {})).body.webhooks[0]?.failingSince).toBeNull();

    expect(receiver.received).toHaveLength(3);
    expect(
      new Set(receiver.received.map(({ headers }) => headers['content-hub-delivery'])),
    ).toEqual(new Set([receiver.received[0]?.body.id]));
    for (const { raw, headers } of receiver.received) {
      const [, time, signature] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['content-hub-signature'])) ?? [];
      const own = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
      expect(signature).toBe(own);
    }
    const last = receiver.received.at(-1)?.body;
    expect(last).toMatchObject({
      type: 'blog.published',
      data: {
        blog: {
          id: blog._id,
          title: text.title,
          tags: ['Kites', 'Two words'],
          author: { name: 'Ada Lovelace' },
        },
      },
    });
    expect(receiver.received.at(-1)?.raw).not.toContain(ada.person.email);

    const [delivery] = await logOf(owner, id);
    await owner.call(resendDelivery, { params: { id: delivery?.id ?? '' } });
    await eventually(() => expect(receiver.received).toHaveLength(4));
    expect(receiver.received[3]?.body.id).toBe(receiver.received[0]?.body.id);
  },
);

testOnEachEngine(
  'publications, changes and deletions are delivered, and a deletion has only ids',
  async ({ storage }) => {
    const { url } = await start(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const receiver = await startReceiver();
    await givenWebhook(storage, owner, receiver.url);
    const ada = await givenMember(storage, url);
    const types = () => receiver.received.map(({ body }) => body.type);
    const until = (...all: string[]) => eventually(() => expect(types()).toEqual(all));

    const { body: blog } = await ada.call(addBlog, { body: text });
    const params = { id: blog._id };
    await until('blog.published');
    await ada.call(updateBlog, { params, body: { ...text, title: 'Another title' } });
    await until('blog.published', 'blog.updated');
    const said = { blogId: blog._id, comment: 'Nice.' };
    const { body: comment } = await owner.call(addComment, { body: said });
    await until('blog.published', 'blog.updated', 'comment.created');
    await owner.call(deleteComment, { params: { id: comment._id } });
    await until('blog.published', 'blog.updated', 'comment.created', 'comment.removed');
    await ada.call(deleteBlog, { params, query: { title: 'Another title' } });
    await eventually(() => expect(types().at(-1)).toBe('blog.removed'));
    expect(receiver.received.map(({ body }) => body.data)).toMatchObject([
      { blog: { title: text.title } },
      { blog: { title: 'Another title', version: 2 } },
      { comment: { text: 'Nice.', writerName: 'Olga' } },
      { comment: { id: comment._id } },
      { blog: { id: blog._id } },
    ]);
    expect(receiver.received.at(-1)?.raw).not.toContain('title');
  },
);

testOnEachEngine(
  'a text that is held for review, or hidden before its delivery, is not delivered',
  async ({ storage }) => {
    const { url } = await start(storage, { REVIEW_FIRST: '1' });
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const receiver = await startReceiver();
    const { id } = await givenWebhook(storage, owner, receiver.url);
    const ada = await givenMember(storage, url);
    await storage.write(({ db }) => holdMail(db, Date.now()));
    await ada.call(addBlog, { body: text });
    expect(await logOf(owner, id)).toEqual([]);
    // Texts of staff aren't reviewed.
    const { body: blog } = await owner.call(addBlog, { body: text });
    await owner.call(deleteBlog, { params: { id: blog._id }, query: { title: text.title } });
    // A restored copy of a site delivers nothing.
    await deliverAt(storage, 0);
    expect(receiver.received).toEqual([]);
    expect(await logOf(owner, id)).toHaveLength(2);
    await storage.write(({ db }) => db.deleteFrom('mail_hold').execute());
    await deliverAt(storage, 0);
    await eventually(async () =>
      expect((await logOf(owner, id)).map(({ event, state }) => [event, state])).toEqual([
        ['blog.removed', 'sent'],
        ['blog.published', 'dropped'],
      ]),
    );
    expect(receiver.received.map(({ body }) => body.data)).toEqual([{ blog: { id: blog._id } }]);
  },
);

testOnEachEngine(
  'a delivery that was taken stays so if its text is gone when it is sent again',
  async ({ storage }) => {
    const { url } = await start(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const receiver = await startReceiver();
    const { id } = await givenWebhook(storage, owner, receiver.url);
    const { body: blog } = await owner.call(addBlog, { body: text });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await owner.call(deleteBlog, { params: { id: blog._id }, query: { title: text.title } });
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const published = async () =>
      (await logOf(owner, id)).find(({ event }) => event === 'blog.published');
    await eventually(async () => expect((await published())?.state).toBe('sent'));
    await owner.call(resendDelivery, { params: { id: (await published())?.id ?? '' } });
    await eventually(async () =>
      expect(await published()).toMatchObject({
        state: 'sent',
        status: 204,
        reply: 'It was taken before, and not sent again: the text has changed since.',
      }),
    );
    expect(receiver.received).toHaveLength(2);
  },
);

testOnBothEngines(
  'a silent receiver does not delay others, and two processes deliver each event once',
  async ({ storage, open }) => {
    const { url } = await start(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const other = await open();
    const silent = await startReceiver([], () => {});
    const quick = await startReceiver();
    const stuck = await givenWebhook(storage, owner, silent.url);
    await givenWebhook(storage, owner, quick.url);
    const ada = await givenMember(storage, url);
    await ada.call(addBlog, { body: text });
    await ada.call(addBlog, { body: { ...text, title: 'Another' } });
    await Promise.all([deliverAt(storage, 0), deliverAt(other, 0)]);
    await eventually(() => expect(quick.received).toHaveLength(2));
    expect(new Set(quick.received.map(({ body }) => body.id)).size).toBe(2);
    await eventually(async () =>
      expect((await logOf(owner, stuck.id)).map(({ reply }) => reply)).toEqual([
        'It took too long to answer.',
        'It took too long to answer.',
      ]),
    );
  },
);

testOnEachEngine(
  'what is queued while a silent receiver is waited for is delivered to others at once',
  async ({ storage }) => {
    const silence = Promise.withResolvers<void>();
    const waitFor: typeof local = async (url, request) => {
      if (url.endsWith('/silent')) await silence.promise;
      return local(url, request);
    };
    const { url } = await listen(storage, {}, onTestFinished, pino({ level: 'silent' }), {
      fetchPublic: waitFor,
    });
    onTestFinished(() => silence.resolve());
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const receiver = await startReceiver();
    const silent = await givenWebhook(storage, owner, `${receiver.url}/silent`);
    const stateOf = async (id: string) => (await logOf(owner, id))[0]?.state;
    await owner.call(testWebhook, { params: { id: silent.id } });
    await eventually(async () => expect(await stateOf(silent.id)).toBe('sending'));
    const [sending] = await logOf(owner, silent.id);
    const again = (id = '') => problemOf(owner.call(resendDelivery, { params: { id } }));
    expect(await again(sending?.id)).toMatchObject({ status: 409, code: 'delivery-being-sent' });
    expect(await again('none')).toMatchObject({ status: 404, code: 'delivery-not-found' });

    const quick = await givenWebhook(storage, owner, receiver.url);
    await owner.call(testWebhook, { params: { id: quick.id } });
    await eventually(async () => expect(await stateOf(quick.id)).toBe('sent'));
    expect(await stateOf(silent.id)).toBe('sending');
  },
);

testOnEachEngine('a webhook that fails for three days is paused', async ({ storage }) => {
  const { url } = await start(storage);
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const receiver = await startReceiver([500, 500]);
  const { id } = await givenWebhook(storage, owner, receiver.url);
  await owner.call(testWebhook, { params: { id } });
  await eventually(async () => expect((await logOf(owner, id))[0]?.status).toBe(500));
  await storage.write(({ db }) =>
    db
      .updateTable('webhooks')
      .set({ failing_since: Date.now() - 73 * hourMs })
      .execute(),
  );
  await deliverAt(storage, hourMs);
  expect((await owner.call(webhookList, {})).body.webhooks[0]?.state).toBe('paused');
  const ada = await givenMember(storage, url);
  await ada.call(addBlog, { body: text });
  expect((await logOf(owner, id)).map(({ event }) => event)).toEqual(['ping']);
  // A test may be repeated; anything else would wait for ever.
  const [ping] = await logOf(owner, id);
  const again = () => owner.call(resendDelivery, { params: { id: ping?.id ?? '' } });
  await again();
  await eventually(async () => expect((await logOf(owner, id))[0]?.state).toBe('sent'));
  await storage.write(({ db }) =>
    db.updateTable('webhook_deliveries').set({ event: 'blog.updated' }).execute(),
  );
  expect((await problemOf(again())).code).toBe('webhook-off');
  expect((await logOf(owner, id))[0]?.state).toBe('sent');
  const body = { url: 'https://example.org/', events: [...textEvents], isOn: true };
  await owner.call(changeWebhook, { params: { id }, body });
  expect((await owner.call(webhookList, {})).body.webhooks[0]).toMatchObject({
    state: 'on',
    failingSince: null,
  });
});

testOnEachEngine(
  'webhooks to the local network are refused, and more than ten webhooks',
  async ({ storage }) => {
    const { url } = await start(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const add = (to: string) =>
      owner.call(addWebhook, { body: { url: to, events: ['blog.published'] } });
    for (const to of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://localhost./',
      'https://foo.localhost/',
      'https://foo.LOCALHOST.:444/',
      'https://10.1.2.3/',
    ]) {
      expect((await problemOf(add(to))).code, to).toBe('webhook-not-public');
    }
    for (const to of [
      'http://example.org/',
      'https://a:b@example.org/',
      'ftp://example.org/',
      'x',
    ]) {
      expect((await problemOf(add(to))).code, to).toBe('invalid-input');
    }
    await add('https://localhost.example.org/');
    for (let count = 0; count < 9; count += 1) await add('https://example.org/');
    expect((await problemOf(add('https://example.org/'))).code).toBe('webhooks-full');
  },
);
