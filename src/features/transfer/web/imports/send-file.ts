import type { QueryClient } from '@tanstack/react-query';
import { callApi, type Transport } from '../../../../platform/contract/call-api.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call, callBy } from '../../../../platform/web/api.ts';
import {
  importElsewhere,
  importPartBytes,
  importState,
  type ManagedImport,
  sendImportPart,
} from '../../import-contract.ts';

/** Backoff in milliseconds before each retry, after a lost connection or a server error. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

interface SendingOptions {
  readonly signal: AbortSignal;
  /** Bytes received by the site. */
  readonly onProgress: (received: number) => void;
}

function sending(part: Blob): Transport {
  return async ({ method, url, headers, signal }) => {
    const reply = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      credentials: 'same-origin',
      body: part,
      ...(signal && { signal }),
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    reject(signal.reason);
  });
  return promise;
}

/** Whether a retry may help: the connection was lost, or the server failed. Whether the part arrived is unknown. */
function isPassing(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Problem && error.status >= 500);
}

/** Bytes that the site has received so far. Throws `import-elsewhere` if another import has replaced this one. */
async function receivedOf(queries: QueryClient, id: string, signal: AbortSignal): Promise<number> {
  const { latest } = (await call(queries, importState, {}, { signal })).body;
  if (latest?.id !== id) throw importElsewhere();
  return latest.received;
}

/**
 * Uploads a file in parts, from where it was interrupted. Throws the server's `Problem`, whose message is for people, a
 * `TypeError` if the connection stays lost, and the signal's reason.
 */
export async function sendFile(
  queries: QueryClient,
  file: Blob,
  { id, received }: Pick<ManagedImport, 'id' | 'received'>,
  { signal, onProgress }: SendingOptions,
): Promise<void> {
  let offset = received;
  let tries = 0;
  while (offset < file.size) {
    const part = file.slice(offset, offset + importPartBytes);
    try {
      const { body } = await callBy(
        queries,
        (endpoint, input, options) => callApi(sending(part), endpoint, input, options),
        sendImportPart,
        { params: { id }, query: { offset } },
        { signal },
      );
      offset = body.received;
      tries = 0;
    } catch (error) {
      const waitMs = waitsMs[tries];
      if (!isPassing(error) || waitMs === undefined) throw error;
      tries += 1;
      await wait(waitMs, signal);
      // The part may have arrived although its reply did not.
      offset = await receivedOf(queries, id, signal).catch((failure: unknown) => {
        if (isPassing(failure)) return offset;
        throw failure;
      });
    }
    onProgress(offset);
  }
}
