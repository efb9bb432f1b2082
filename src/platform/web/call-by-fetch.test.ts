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

/** A network that gives these answers in turn and then repeats the last one, with fake timers. */
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

/** The outcome of a call after 60 s of fake time. */
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

test('a change with a lost or unknown outcome is sent again with its idempotency key until it succeeds', async () => {
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

test('a change whose outcome stays unknown fails as outcome-unknown after five attempts', async () => {
  const sent = givenNetwork([lost]);
  expect(await outcomeOf(callByFetch(repeatable, {}))).toMatchObject({ code: 'outcome-unknown' });
  expect(sent).toHaveLength(5);
});

test('the idempotency key of the caller is kept', async () => {
  const sent = givenNetwork([lost, done]);
  const headers = { 'idempotency-key': 'mine' };
  await outcomeOf(callByFetch(repeatable, {}, { headers }));
  expect([...keysOf(sent)]).toEqual(['mine']);
});

test.each([unavailable, tooManyRequests])(
  'a definite refusal is not retried: $code',
  async (kind) => {
    const sent = givenNetwork([answered(kind)]);
    expect(await outcomeOf(callByFetch(repeatable, {}))).toMatchObject({ code: kind.code });
    expect(sent).toHaveLength(1);
  },
);

test('a refusal of a retry is reported', async () => {
  givenNetwork([lost, answered(tooManyRequests)]);
  expect(await outcomeOf(callByFetch(repeatable, {}))).toMatchObject({ code: 'too-many-requests' });
});

test('a call is sent once while offline, if it is a GET or if it is not repeatable', async () => {
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

test('an aborted call rejects and is not retried', async () => {
  const sent = givenNetwork([lost]);
  const patience = new AbortController();
  const call = callByFetch(repeatable, {}, { signal: patience.signal });
  patience.abort();
  expect(await outcomeOf(call)).toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
});
