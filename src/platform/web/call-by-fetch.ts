import { type ApiCaller, type Call, callApi, type Transport } from '../contract/call-api.ts';
import { outcomeUnknown } from '../contract/problems.ts';
import { randomKey } from './random-key.ts';
import { beginRetrying } from './retrying.ts';

/** How long one waits before each further attempt, in milliseconds: together as long as a server takes to come back. */
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

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as that gives up. */
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

/** The same request has the same name, however often it is sent. */
function named(call: Call): Call {
  return { ...call, headers: { [keyHeader]: randomKey(), ...call.headers } };
}

/**
 * Sends a change until its outcome is known: what the server did the first time it doesn't do again. Throws
 * `outcome-unknown` where it stays unknown, and what `fetch` throws where this device has no network to begin with.
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

/** The browser's way to the API. A repeatable change is retried by itself where its outcome is unknown. */
export const callByFetch: ApiCaller = (endpoint, input, call = {}) => {
  if (endpoint.method === 'GET' || !endpoint.isRepeatable) {
    return callApi(fetchTransport, endpoint, input, call);
  }
  const request = named(call);
  return untilKnown(() => callApi(fetchTransport, endpoint, input, request), call.signal);
};
