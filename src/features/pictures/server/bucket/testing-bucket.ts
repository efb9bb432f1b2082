import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { BucketSettings } from './bucket-settings.ts';

const keyId = 'TESTKEY';
const secret = 'not/a+secret';
const region = 'test-1';

export interface TestBucket {
  readonly settings: BucketSettings;
  /** Objects by key, with the type they were stored with. */
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string }>;
  /** Method and key of each request, in order. */
  readonly asked: string[];
  /** Decides for each request what goes wrong; undefined lets it through. */
  trouble: ((method: string, key: string) => BucketFault | undefined) | undefined;
}

/** `silent` never answers; `cut` and `stalls` stop in the middle of an object; a number is a status. */
export type BucketFault = 'silent' | 'cut' | 'stalls' | number;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** The error of a request by AWS Signature Version 4, computed from its documentation; undefined if there is none. */
function wrongWith(request: IncomingMessage, body: Buffer): string | undefined {
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-content-sha256': digest,
  } = request.headers;
  const [, id, day, place, signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (id !== keyId || place !== region || !String(date).startsWith(`${day}T`))
    return 'InvalidAccessKeyId';
  if (digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedNames.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) {
    return 'AccessDenied';
  }
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = [request.method, request.url, '', headers, signedNames, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day ?? '', region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secret}`,
  );
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

type Objects = TestBucket['objects'];

function answer(
  objects: Objects,
  key: string,
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const found = objects.get(key);
  switch (request.method) {
    case 'PUT':
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' });
      return response.writeHead(200).end();
    case 'DELETE':
      objects.delete(key);
      return response.writeHead(204).end();
    default:
      if (!found) return refuse(response, 404, 'NoSuchKey');
      response.writeHead(200, { 'content-length': found.bytes.length });
      return response.end(request.method === 'HEAD' ? undefined : found.bytes);
  }
}

/** Starts a store with one bucket that checks signatures and has the trouble that a test sets, until the test ends. */
export async function startTestBucket(): Promise<TestBucket> {
  const server = createServer(async (request, response) => {
    const [, name, ...rest] = (request.url ?? '').split('/');
    const key = rest.join('/');
    const { method = '' } = request;
    bucket.asked.push(`${method} ${key}`);
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const trouble = bucket.trouble?.(method, key);
    if (trouble === 'silent') return;
    if (typeof trouble === 'number') return refuse(response, trouble, 'SlowDown');
    const wrong = wrongWith(request, body);
    if (wrong) return refuse(response, 403, wrong);
    if (name !== bucket.settings.bucket) return refuse(response, 404, 'NoSuchBucket');
    if (trouble === 'cut' || trouble === 'stalls') {
      const { bytes = Buffer.alloc(0) } = bucket.objects.get(key) ?? {};
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => {
        if (trouble === 'cut') response.destroy();
      });
      return;
    }
    answer(bucket.objects, key, body, request, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket: TestBucket = {
    settings: { endpoint, bucket: 'pictures', region, keyId, secret, hasPathStyle: true },
    objects: new Map(),
    asked: [],
    trouble: undefined,
  };
  return bucket;
}
