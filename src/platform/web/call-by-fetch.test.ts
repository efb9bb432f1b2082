import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../contract/define-endpoint.ts';
import { outcomeUnknown, tooManyRequests, unavailable } from '../contract/problems.ts';
import { callByFetch } from './call-by-fetch.ts';

const parts = { access: 'public', summary: '', reply: z.object({ done: z.boolean() }) } as const;
const repeatable = defineEndpoint({ ...parts, method: 'POST', path: '/a', isRepeatable: true });
const once = defineEndpoint({ ...parts, method: 'POST', path: '/b' });
const reading = defineEndpoint({ ...parts, method: 'GET', path: '/c' });

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const done = async () => Response.json({ done: true });
const answered = (kind: typeof unavailable) => async () =>
  Response.json({ code: kind.code, message: kind.message }, { status: kind.status });

/** A network that answers so, one after the other; the last for ever. Time passes at once. */
function givenNetwork(answers: readonly (() => Promise<Response>)[], { isOnline = true } = {}) {
  const sent: Headers[] = [];
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: isOnline });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return answers[Math.min(sent.length, answers.length) - 1]?.();
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return sent;
}

/** What a call comes to when as much time passes as it takes. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.then(
    () => 'done',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

const keysOf = (sent: readonly Headers[]) =>
  new Set(sent.map((each) => each.get('idempotency-key')));

test('a change whose answer is lost, or not known, is sent again under its name until it is done', async () => {
  const sent = givenNetwork([
    lost,
    answered(outcomeUnknown),
    async () => new Response('Bad Gateway', { status: 502 }),
    done,
  ]);
  expect(await outcomeOf(callByFetch(repeatable, {}))).toBe('done');
  expect(sent).toHaveLength(4);
  expect([...keysOf(sent)]).toEqual([expect.stringMatching(/.{8}/)]);
});

test('a change that stays unknown is told as such after five attempts', async () => {
  const sent = givenNetwork([lost]);
  expect(await outcomeOf(callByFetch(repeatable, {}))).toMatchObject({ code: 'outcome-unknown' });
  expect(sent).toHaveLength(5);
});

test('a name that the caller gave is kept', async () => {
  const sent = givenNetwork([lost, done]);
  const headers = { 'idempotency-key': 'mine' };
  await outcomeOf(callByFetch(repeatable, {}, { headers }));
  expect([...keysOf(sent)]).toEqual(['mine']);
});

test.each([unavailable, tooManyRequests])(
  'what was surely refused is told at once: $code',
  async (kind) => {
    const sent = givenNetwork([answered(kind)]);
    expect(await outcomeOf(callByFetch(repeatable, {}))).toMatchObject({ code: kind.code });
    expect(sent).toHaveLength(1);
  },
);

test('a refusal of what was sent again is told', async () => {
  givenNetwork([lost, answered(tooManyRequests)]);
  expect(await outcomeOf(callByFetch(repeatable, {}))).toMatchObject({ code: 'too-many-requests' });
});

test('without a network, and for what does no harm or may not be done twice, it is sent once', async () => {
  for (const [endpoint, isOnline] of [
    [repeatable, false],
    [once, true],
    [reading, true],
  ] as const) {
    const sent = givenNetwork([lost], { isOnline });
    expect(await outcomeOf(callByFetch(endpoint as never, {} as never))).toBeInstanceOf(TypeError);
    expect(sent).toHaveLength(1);
  }
});

test('whoever gives up waiting is not kept waiting', async () => {
  const sent = givenNetwork([lost]);
  const patience = new AbortController();
  const call = callByFetch(repeatable, {}, { signal: patience.signal });
  patience.abort();
  expect(await outcomeOf(call)).toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
});
