import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request to send. */
export interface WireRequest {
  readonly method: string;
  /** The target in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
}

/** The bytes of a request; the headers `before` come first. */
export function requestBytes(
  { method, target, headers, body }: WireRequest,
  before: readonly (readonly [string, string])[],
): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...[...before, ...headers].map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
}

/** A reply as received. */
export interface WireReply {
  readonly status: number;
  /** Names in lower case; values of a repeated header are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

interface Taken {
  readonly reply: WireReply;
  /** Length of the reply in bytes. */
  readonly length: number;
}

const headEnd = Buffer.from('\r\n\r\n');

function headersOf(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

/** The decoded chunked body that starts here, and where it ends; undefined if it is incomplete. */
function takeChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = [];
  let position = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('The reply has a chunk without a size.');
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), end };
    parts.push(bytes.subarray(lineEnd + 2, end - 2));
    position = end;
  }
}

/** The first reply in `bytes`; undefined if it is incomplete. `isClosed`: no more bytes will come. */
function takeReply(bytes: Buffer, isHead: boolean, isClosed = false): Taken | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`This is no status line: ${first.slice(0, 80)}`);
  const headers = headersOf(lines);
  const start = end + headEnd.length;
  const take = (body: Buffer, length: number) => ({ reply: { status, headers, body }, length });
  if (isHead || status < 200 || status === 204 || status === 304)
    return take(Buffer.alloc(0), start);
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = takeChunks(bytes, start);
    return chunks && take(chunks.body, chunks.end);
  }
  const declared = headers.get('content-length');
  if (declared === undefined) {
    return isClosed ? take(bytes.subarray(start), bytes.length) : undefined;
  }
  const length = start + Number(declared);
  return bytes.length < length ? undefined : take(bytes.subarray(start, length), length);
}

/** The `_id` in a 201 reply. */
export function idOfMade({ status, body }: WireReply): string | undefined {
  if (status !== 201) return undefined;
  return /"_id":"([^"]+)"/.exec(body.toString('latin1', 0, 500))?.[1];
}

/** The result of a request. */
export type Outcome = WireReply | 'closed' | 'hung';

/** Longer than any request timeout of the server. */
const patienceMs = 30_000;

/** A connection that sends raw bytes, one request at a time, and reconnects after it was closed. */
export class WireConnection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async #connected(): Promise<Socket> {
    if (this.#socket?.writable) return this.#socket;
    this.#socket?.destroy();
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => {});
    // If the server is gone the socket closes at once, and the request then fails.
    await once(socket, 'connect').catch(() => socket.destroy());
    this.#socket = socket;
    return socket;
  }

  /** Sends one request and resolves to its reply. */
  async ask(request: Buffer, isHead = false): Promise<Outcome> {
    const socket = await this.#connected();
    const outcome = await new Promise<Outcome>((resolve) => {
      let bytes: Buffer = Buffer.alloc(0);
      const finish = (result: Outcome) => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('close');
        resolve(result);
      };
      const timer = setTimeout(() => finish('hung'), patienceMs);
      const look = (isClosed: boolean) => {
        let taken = takeReply(bytes, isHead, isClosed);
        while (taken && taken.reply.status < 200) {
          bytes = bytes.subarray(taken.length);
          taken = takeReply(bytes, isHead, isClosed);
        }
        if (taken) finish(taken.reply);
        else if (isClosed) finish('closed');
      };
      socket.on('data', (chunk: Buffer) => {
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
        look(false);
      });
      socket.on('close', () => look(true));
      socket.write(request);
      if (socket.destroyed) finish('closed');
    });
    const isOver =
      typeof outcome === 'string' || /\bclose\b/i.test(outcome.headers.get('connection') ?? '');
    if (isOver) this.close();
    return outcome;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/** All replies to these bytes, until the server closes the connection or is silent for `silenceMs`. */
export async function repliesTo(
  port: number,
  bytes: Buffer,
  { silenceMs = 300, isHead = false } = {},
): Promise<{
  readonly replies: readonly WireReply[];
  readonly rest: Buffer;
  readonly isClosed: boolean;
}> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const chunks: Buffer[] = [];
  const isClosed = await new Promise<boolean>((resolve) => {
    let timer = setTimeout(() => resolve(false), 10 * silenceMs);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(() => resolve(false), silenceMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
    socket.on('connect', () => socket.write(bytes));
  });
  socket.destroy();
  let rest: Buffer = Buffer.concat(chunks);
  const replies: WireReply[] = [];
  for (
    let taken = takeReply(rest, isHead, isClosed);
    taken;
    taken = takeReply(rest, isHead, isClosed)
  ) {
    rest = rest.subarray(taken.length);
    if (taken.reply.status >= 200) replies.push(taken.reply);
  }
  return { replies, rest, isClosed };
}
