import { type ApiCaller, type Call, callApi, type Transport } from '../contract/call-api.ts';
import { outcomeUnknown } from '../contract/problems.ts';
import { randomKey } from './random-key.ts';
import { beginRetrying } from './retrying.ts';

/** Delays before each retry in milliseconds: in total about the time of a server restart. */
const waitsMs = [500, 1_000, 2_000, 4_000] as const;
const keyHeader = 'idempotency-key';

const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
  const reply = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

/** Whether the outcome is unknown: the server says so, or the connection broke before a reply. */
function isInDoubt(error: unknown): boolean {
  return error instanceof TypeError || outcomeUnknown.is(error);
}

/** Resolves after the delay; rejects with the signal's reason as soon as it aborts. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    reject(signal.reason);
  });
  return promise;
}

/** All retries of a request have the same idempotency key. */
function named(call: Call): Call {
  return { ...call, headers: { [keyHeader]: randomKey(), ...call.headers } };
}

/**
 * Retries a change until its outcome is known; the idempotency key keeps the server from applying it twice. Throws
 * `outcome-unknown` if it stays unknown, and the error of `fetch` if the device was offline at the start.
 */
async function untilKnown<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const isOffline = !navigator.onLine;
  let endRetrying: (() => void) | undefined;
  try {
    for (const waitMs of waitsMs) {
      try {
        return await attempt();
      } catch (error) {
        if (isOffline || !isInDoubt(error)) throw error;
      }
      endRetrying ??= beginRetrying();
      await wait(waitMs, signal);
    }
    return await attempt().catch((error: unknown) => {
      throw isInDoubt(error) ? outcomeUnknown({ cause: error }) : error;
    });
  } finally {
    endRetrying?.();
  }
}

/** The browser's API caller. Retries an idempotent change automatically if its outcome is unknown. */
export const callByFetch: ApiCaller = (endpoint, input, call = {}) => {
  if (endpoint.method === 'GET' || !endpoint.isRepeatable) {
    return callApi(fetchTransport, endpoint, input, call);
  }
  const request = named(call);
  return untilKnown(() => callApi(fetchTransport, endpoint, input, request), call.signal);
};
