import { expect, test } from 'vitest';
import type { ApiCaller } from '../contract/call-api.ts';
import { defineEndpoint, type Endpoint } from '../contract/define-endpoint.ts';
import { createBoundedMemory, everything } from './bounded-memory.ts';
import { createSharedReplies } from './shared-replies.ts';

const summary = 'Of a test.';
const lists = defineEndpoint({
  method: 'GET',
  path: '/lists',
  access: 'public',
  summary,
  tags: () => ['lists'],
});
const others = {
  untagged: defineEndpoint({ method: 'GET', path: '/untagged', access: 'public', summary }),
  members: defineEndpoint({
    method: 'GET',
    path: '/own',
    access: 'member',
    summary,
    tags: () => ['lists'],
  }),
};

/** A caller whose replies are numbered and wait for `gate.open`. */
function start() {
  const memory = createBoundedMemory(1_000_000);
  const replies = createSharedReplies(memory);
  const gate = { open: Promise.resolve() };
  let calls = 0;
  const caller: ApiCaller = async () => {
    calls += 1;
    const body = { call: calls };
    await gate.open;
    return { body: body as never, headers: { get: () => null } };
  };
  const shared = replies.over(caller);
  const invalidate = (tags: readonly string[]) => {
    memory.dropTagged(tags);
    replies.invalidate(tags);
  };
  return {
    memory,
    gate,
    invalidate,
    ask: async (one: Endpoint = lists) => (await shared(one, {} as never)).body,
  };
}

test('a shared reply is the same object until one of its tags is touched', async () => {
  const { memory, invalidate, ask } = start();
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toEqual({ call: 1 });
  expect(second).toBe(first);
  invalidate(['blog:1']);
  expect(await ask()).toBe(first);
  expect(memory.bytes).toBeGreaterThan(0);

  invalidate(['lists']);
  expect(memory.bytes).toBe(0);
  expect(await ask()).toEqual({ call: 2 });
  invalidate([everything]);
  expect(await ask()).toEqual({ call: 3 });
});

test('a reply requested before a change is not shared with calls after it', async () => {
  const { gate, invalidate, ask } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  const before = ask();
  invalidate(['lists']);
  const after = ask();
  resolve();

  expect(await before).toEqual({ call: 1 });
  expect(await after).toEqual({ call: 2 });
  expect(await ask()).toEqual({ call: 2 });
});

test('a reply that is not public or has no tags is requested each time', async () => {
  const { ask } = start();
  for (const one of Object.values(others)) {
    expect(await ask(one)).not.toEqual(await ask(one));
  }
});
