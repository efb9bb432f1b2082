import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { unavailable } from '../../../../platform/contract/problems.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** Milliseconds until a store has begun to answer, and until it has sent all that it answers. */
const answerMs = 10_000;
const wholeMs = 120_000;
/** How often something is tried: readers wait for less than writers do. */
const readTries = 2;
const writeTries = 4;
/** Milliseconds before the second try; twice as long before each that follows. */
const pauseMs = 200;
/** Milliseconds for which nothing is read of a store that didn't answer: readers would pile up before it. */
const restMs = 5_000;
/** Characters of a refusal that are looked at for what it is called. */
const refusalMax = 2_000;

/** The store refused, broke off or gave no answer. The message is for the operator. */
export class BucketTrouble extends Error {
  override readonly name = 'BucketTrouble';
}

export interface StoredObject {
  readonly size: number;
  readonly stream: () => Readable;
}

type Asker = 'reader' | 'writer';

/** Objects of a bucket by their keys. Every method throws `BucketTrouble`; to readers, `unavailable` while it is left alone. */
export interface BucketClient {
  /** Puts an object in place, or anew. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * Undefined where there is none. An object that isn't streamed holds a connection until it is given up. Calls before a
   * write wait for longer, here and below.
   */
  get(key: string, by?: Asker): Promise<StoredObject | undefined>;
  /** Undefined where there is none. */
  sizeOf(key: string, by?: Asker): Promise<number | undefined>;
  /** Also where there is none. */
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

/** What a store calls it that the whole bucket isn't there. */
const noBucket = 'NoSuchBucket';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Whether another try may come to something else. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/** What the store calls its refusal, such as `NoSuchBucket`. */
async function refusalOf(response: Response): Promise<string> {
  const text = (await response.text().catch(() => '')).slice(0, refusalMax);
  const [, code = ''] = text.split('<Code>', 2);
  return [response.status, code.split('</Code>', 1)[0]].filter(Boolean).join(' ');
}

/** Takes the rest of an answer, so that its connection serves the next request. */
async function finish(response: Response, giveUp: () => void): Promise<undefined> {
  await response.arrayBuffer().catch(() => {});
  giveUp();
}

/** With what lies behind it: `fetch` says no more than that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Where an object lies. */
export function objectUrl({ endpoint, bucket, hasPathStyle }: BucketSettings, key: string): string {
  const url = new URL(`${endpoint}/${hasPathStyle ? `${bucket}/` : ''}${key}`);
  if (!hasPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

/** An object as it comes; without its length nobody could tell a part of it from all. */
function objectOf(response: Response, giveUp: () => void): StoredObject {
  const size = Number(response.headers.get('content-length') ?? Number.NaN);
  const { body } = response;
  if (!Number.isInteger(size) || !body) {
    giveUp();
    throw new BucketTrouble('The store sent an object without its length.');
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

/** Speaks to a store by signed requests (AWS Signature Version 4), each within a time, and again where that may help. */
export function createBucketClient(
  settings: BucketSettings,
  options: BucketClientOptions = {},
): BucketClient {
  const { answer = answerMs, whole = wholeMs, pause = pauseMs } = options;
  // Not the clock's time: set back, it would keep readers from the store for as long.
  const { now = () => performance.now() } = options;
  let restUntil = 0;

  async function send({ method, key, body, type }: Asked, signal: AbortSignal): Promise<Response> {
    const signer = new AwsV4Signer({
      method,
      url: objectUrl(settings, key),
      // So that a store refuses what was changed on its way.
      headers: { 'x-amz-content-sha256': sha256(body ?? '') },
      service: 's3',
      region: settings.region,
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
    });
    const { url, headers } = await signer.sign();
    headers.set('accept-encoding', 'identity');
    if (type) headers.set('content-type', type);
    // Another place would be asked with a signature that isn't for it.
    return fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body && { body: new Uint8Array(body) }),
    });
  }

  /** One answer. `use` takes what it needs of it; then, or when that gives up, the connection is free again. */
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
        if (cause instanceof BucketTrouble) throw cause;
        if (tried < tries) {
          await wait(pause * 2 ** (tried - 1) * (1 + Math.random()));
          continue;
        }
        restUntil = now() + restMs;
        const reason = reasonOf(cause);
        throw new BucketTrouble(`The store of pictures gave no answer: ${what}: ${reason}`, {
          cause,
        });
      }
    }
  }

  function refused({ method, key }: Asked, refusal: string): never {
    throw new BucketTrouble(`The store of pictures refused: ${method} ${key}: ${refusal}`);
  }

  function assertAwake(): void {
    if (now() >= restUntil) return;
    // It was reported when it happened.
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
        // A bucket that isn't there has no pictures either; nobody should take them for gone.
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
