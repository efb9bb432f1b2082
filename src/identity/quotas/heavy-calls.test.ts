import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnBothEngines } from '../../storage/testing.ts';
import { answer } from '../answer.ts';
import { type Member, problemOf, startMemberSite } from '../testing.ts';
import { createHeavyCalls, type HeavyCalls } from './heavy-calls.ts';
import { downloadRunning } from './quota-problems.ts';

const download = defineEndpoint({
  method: 'GET',
  path: '/api/download',
  access: 'member',
  summary: 'Much.',
  reply: z.array(z.string()),
  isStreamed: true,
  refusals: [downloadRunning],
});

const piece = 'x'.repeat(100_000);

/** Generates and counts pieces; 1,000 of them exceed all buffers between server and client. */
function pieces() {
  const made = { count: 0 };
  async function* make(many: number): AsyncGenerator<string> {
    for (made.count = 0; made.count < many; made.count += 1) {
      yield made.count === 0 ? `["${piece}"` : `,"${piece}"`;
    }
    yield ']';
  }
  return { made, make };
}

/** Starts a download and reads nothing of its body. */
async function beginToRead(url: string, { cookie }: Member) {
  const asked = request(new URL(download.path, url), { headers: { cookie }, agent: false });
  asked.on('error', () => {});
  asked.end();
  const [reply] = await once(asked, 'response');
  return { reply, goAway: () => asked.destroy() };
}

function start(storage: Storage, many: number) {
  const { made, make } = pieces();
  const site = startMemberSite(storage, ({ heavyCalls }) => [
    answer(download, (_input, { person }) => heavyCalls.stream(person.id, make(many))),
  ]);
  return { made, site };
}

testOnBothEngines(
  'a download is generated only as fast as it is read, and a member has one at a time',
  async ({ storage }) => {
    const { made, site } = start(storage, 1_000);
    const { url, member } = await site;
    const ada = await member('Ada');
    const first = await beginToRead(url, ada);
    expect(await problemOf(ada.call(download, {}))).toMatchObject({
      code: 'download-running',
      status: 429,
      retryAfter: 10,
    });
    // Another process refuses it as well.
    const elsewhere = createHeavyCalls({ storage, now: Date.now });
    const second = elsewhere.stream(ada.person.id, pieces().make(1));
    expect(await problemOf(second)).toMatchObject({ code: 'download-running' });
    // A client that reads nothing is sent a few megabytes at most, which fill the buffers on the way.
    expect(made.count).toBeLessThan(200);
    first.goAway();
    await expect
      .poll(() => storage.reader.selectFrom('leases').select('key').execute())
      .toEqual([]);
    expect(made.count).toBeLessThan(200);
    const again = await beginToRead(url, ada);
    again.goAway();
  },
);

testOnBothEngines(
  'a member who has read a download may start the next at once',
  async ({ storage }) => {
    const { site } = start(storage, 3);
    const { member } = await site;
    const ada = await member('Ada');
    for (let count = 0; count < 5; count += 1) {
      expect((await ada.call(download, {})).body).toHaveLength(3);
    }
  },
);

testOnBothEngines(
  'a download of a dead process can be started again after a minute',
  async ({ storage }) => {
    const clock = { now: Date.now() };
    const stream = (calls: HeavyCalls) => calls.stream('ada', pieces().make(2));
    const open = () => createHeavyCalls({ storage, now: () => clock.now });
    await stream(open());
    clock.now += 59_000;
    expect(await problemOf(stream(open()))).toMatchObject({ code: 'download-running' });
    clock.now += 1_000;
    expect(await text(await stream(open()))).toMatch(/^\["x+","x+"\]$/);
  },
);

testOnBothEngines('a process sends at most eight downloads at once', async ({ storage }) => {
  const calls = createHeavyCalls({ storage, now: Date.now });
  const begun = [];
  for (let count = 0; count < 8; count += 1) {
    begun.push(await calls.stream(`person ${count}`, pieces().make(1)));
  }
  const one = () => calls.stream('one more', pieces().make(1));
  expect(await problemOf(one())).toMatchObject({ code: 'unavailable', retryAfter: 10 });
  // This download was never read.
  begun[0]?.destroy();
  await once(begun[0] ?? process, 'close');
  await expect.poll(() => one().then(text, () => '')).not.toBe('');
  for (const stream of begun) stream.destroy();
});
