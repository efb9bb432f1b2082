import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from '../contract/call-api.ts';
import { defineEndpoint } from '../contract/define-endpoint.ts';
import { call, connect, onRefusal } from './api.ts';

const open = {
  method: 'GET',
  path: '/open',
  access: 'public',
  summary: '',
} as const;
const publicEndpoint = defineEndpoint({ ...open, reply: z.null() });
const membersEndpoint = defineEndpoint({ ...open, access: 'member', reply: z.null() });

/** A client whose server answers everything with this status, and the number of reported refusals. */
function givenAnswer(status: number) {
  const client = new QueryClient();
  const transport = async () => ({ status, headers: new Headers(), text: '' });
  connect(client, (endpoint, input) => callApi(transport, endpoint, input));
  let count = 0;
  const stop = onRefusal(client, () => {
    count += 1;
  });
  return { client, stop, refusals: () => count };
}

test.each([401, 403])(
  'a %i for a members’ endpoint is reported as a refusal, and the call still rejects',
  async (status) => {
    const { client, refusals } = givenAnswer(status);
    await expect(call(client, membersEndpoint, {})).rejects.toMatchObject({ status });
    expect(refusals()).toBe(1);
  },
);

test('a public endpoint, another status and a stopped listener report no refusal', async () => {
  const elsewhere = givenAnswer(401);
  await expect(call(elsewhere.client, publicEndpoint, {})).rejects.toThrow();
  const failing = givenAnswer(503);
  await expect(call(failing.client, membersEndpoint, {})).rejects.toThrow();
  const left = givenAnswer(401);
  left.stop();
  await expect(call(left.client, membersEndpoint, {})).rejects.toThrow();
  expect([elsewhere, failing, left].map(({ refusals }) => refusals())).toEqual([0, 0, 0]);
});

test('a refusal before any listener is reported once, to the first listener', async () => {
  const { client, stop } = givenAnswer(401);
  stop();
  await expect(call(client, membersEndpoint, {})).rejects.toThrow();
  const called: string[] = [];
  onRefusal(client, () => called.push('first'));
  onRefusal(client, () => called.push('second'));
  expect(called).toEqual(['first']);
});
