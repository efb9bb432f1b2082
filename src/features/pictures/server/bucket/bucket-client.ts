import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { unavailable } from '../../../../platform/contract/problems.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** Timeouts in milliseconds: until the response begins, and until its body is complete. */
const answerMs = 10_000;
const wholeMs = 120_000;
/** Attempts per request: readers wait for less time than writers do. */
const readTries = 2;
const writeTries = 4;
/** Backoff in milliseconds before the second attempt; it doubles with each further one. */
const pauseMs = 200;
/** Milliseconds without reads after a store failed to answer: readers would pile up. */
const restMs = 5_000;
/** Characters of an error response that are searched for its code. */
const refusalMax = 2_000;

/** The store refused a request, broke off or gave no answer. The message is for the operator. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

export interface StoredObject {
  readonly size: number;
  readonly stream: () => Readable;
}

type Asker = 'reader' | 'writer';

/**
 * Objects of a bucket by their keys. Every method throws `BucketError`; reads throw `unavailable` while they are
 * paused.
 */
export interface BucketClient {
  /** Creates or replaces an object. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * Undefined if there is no such object. The connection is held until the caller streams or destroys the object. Reads
   * by a `writer`, here and below, are retried more often.
   */
  get(key: string, by?: Asker): Promise<StoredObject | undefined>;
  /** Undefined if there is no such object. */
  sizeOf(key: string, by?: Asker): Promise<number | undefined>;
  /** Succeeds, too, if there is no such object. */
  remove(key: string): Promise<void>;
}

export interface BucketClientOptions {
  /** Milliseconds. */
  readonly answer?: number;
  readonly whole?: number;
  readonly pause?: number;
  readonly now?: () => number;
}

interface Asked {
  readonly method: 'PUT' | 'GET' | 'HEAD' | 'DELETE';
  readonly key: string;
  readonly body?: Buffer;
  readonly type?: string;
}

const triesOf = (by: Asker) => (by === 'reader' ? readTries : writeTries);

/** S3's error code for a missing bucket. */
const noBucket = 'NoSuchBucket';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Whether a retry may succeed. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/** Status and error code of a refusal, such as `404 NoSuchBucket`. */
async function refusalOf(response: Response): Promise<string> {
  const text = (await response.text().catch(() => '')).slice(0, refusalMax);
  const [, code = ''] = text.split('<Code>', 2);
  return [response.status, code.split('</Code>', 1)[0]].filter(Boolean).join(' ');
}

/** Reads the rest of a response, so that its connection can be reused. */
async function finish(response: Response, giveUp: () => void): Promise<undefined> {
  await response.arrayBuffer().catch(() => {});
  giveUp();
}

/** Includes the cause: `fetch` itself only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** The URL of an object. */
export function objectUrl({ endpoint, bucket, hasPathStyle }: BucketSettings, key: string): string {
  const url = new URL(`${endpoint}/${hasPathStyle ? `${bucket}/` : ''}${key}`);
  if (!hasPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

/** A streamed object. Without its length a truncated object would look complete. */
function objectOf(response: Response, giveUp: () => void): StoredObject {
  const size = Number(response.headers.get('content-length') ?? Number.NaN);
  const { body } = response;
  if (!Number.isInteger(size) || !body) {
    giveUp();
    throw new BucketError('The store sent an object without its length.');
  }
  return {
    size,
    stream() {
      const stream = Readable.from(body, { objectMode: false });
      stream.once('close', giveUp);
      return stream;
    },
  };
}

/** A client with signed requests (AWS Signature Version 4), each with timeouts and retries. */
export function createBucketClient(
  settings: BucketSettings,
  options: BucketClientOptions = {},
): BucketClient {
  const { answer = answerMs, whole = wholeMs, pause = pauseMs } = options;
  // A monotonic clock: if the wall clock were set back, the pause of reads would last longer by that time.
  const { now = () => performance.now() } = options;
  let restUntil = 0;

  async function send({ method, key, body, type }: Asked, signal: AbortSignal): Promise<Response> {
    const signer = new AwsV4Signer({
      method,
      url: objectUrl(settings, key),
      // With the body's digest signed, the store refuses a body that was altered in transit.
      headers: { 'x-amz-content-sha256': sha256(body ?? '') },
      service: 's3',
      region: settings.region,
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
    });
    const { url, headers } = await signer.sign();
    headers.set('accept-encoding', 'identity');
    if (type) headers.set('content-type', type);
    // The signature isn't valid for another host, so redirects aren't followed.
    return fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body && { body: new Uint8Array(body) }),
    });
  }

  /** Sends one request. `use` reads the response; the connection is free once `use` has read it or given up. */
  async function once<Value>(
    asked: Asked,
    use: (response: Response, giveUp: () => void) => Value | Promise<Value>,
  ): Promise<Value> {
    const stop = new AbortController();
    let timer = setTimeout(() => stop.abort(), answer);
    const giveUp = () => {
      clearTimeout(timer);
      stop.abort();
    };
    try {
      const response = await send(asked, stop.signal);
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), whole).unref();
      return await use(response, giveUp);
    } catch (error) {
      giveUp();
      throw error;
    }
  }

  async function ask<Value>(
    asked: Asked,
    tries: number,
    use: (response: Response, giveUp: () => void) => Value | Promise<Value>,
  ): Promise<Value> {
    const what = `${asked.method} ${asked.key}`;
    for (let tried = 1; ; tried += 1) {
      try {
        return await once(asked, async (response, giveUp) => {
          if (isPassing(response.status)) throw new Error(await refusalOf(response));
          restUntil = 0;
          return use(response, giveUp);
        });
      } catch (cause) {
        if (cause instanceof BucketError) throw cause;
        if (tried < tries) {
          await wait(pause * 2 ** (tried - 1) * (1 + Math.random()));
          continue;
        }
        restUntil = now() + restMs;
        const reason = reasonOf(cause);
        throw new BucketError(`The store of pictures gave no answer: ${what}: ${reason}`, {
          cause,
        });
      }
    }
  }

  function refused({ method, key }: Asked, refusal: string): never {
    throw new BucketError(`The store of pictures refused: ${method} ${key}: ${refusal}`);
  }

  function assertAwake(): void {
    if (now() >= restUntil) return;
    // The failure itself is already logged.
    throw unavailable({ retryAfter: Math.ceil((restUntil - now()) / 1_000) });
  }

  return {
    async put(key, body, type) {
      const asked = { method: 'PUT', key, body, type } as const;
      await ask(asked, writeTries, async (response, giveUp) => {
        if (!response.ok) refused(asked, await refusalOf(response));
        await finish(response, giveUp);
      });
    },
    async get(key, by = 'reader') {
      if (by === 'reader') assertAwake();
      const asked = { method: 'GET', key } as const;
      return ask(asked, triesOf(by), async (response, giveUp) => {
        if (response.ok) return objectOf(response, giveUp);
        const refusal = await refusalOf(response);
        giveUp();
        // A missing bucket is an error: otherwise all its pictures would count as deleted.
        if (response.status !== 404 || refusal.endsWith(noBucket)) refused(asked, refusal);
        return undefined;
      });
    },
    async sizeOf(key, by = 'reader') {
      if (by === 'reader') assertAwake();
      const asked = { method: 'HEAD', key } as const;
      return ask(asked, triesOf(by), async (response, giveUp) => {
        await finish(response, giveUp);
        if (response.ok) return Number(response.headers.get('content-length') ?? 0);
        if (response.status !== 404) refused(asked, String(response.status));
        return undefined;
      });
    },
    async remove(key) {
      const asked = { method: 'DELETE', key } as const;
      await ask(asked, writeTries, async (response, giveUp) => {
        if (!response.ok && response.status !== 404) refused(asked, await refusalOf(response));
        await finish(response, giveUp);
      });
    },
  };
}
