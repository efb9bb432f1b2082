import type { ServerResponse } from 'node:http';

// Not an `import`, which would make Node load all of `fetch`.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** A precomputed head of a reply. */
export interface Head {
  readonly status: number;
  /** Flat: name, value, name, value. */
  readonly headers: readonly string[];
  /** Status line and headers as sent. */
  readonly text: string;
}

/**
 * Node's internal fields for the written head and for whether the connection ends after the reply. Undocumented: a test
 * compares the output with that of `writeHead`.
 */
interface WrittenResponse {
  _header?: string | null;
  _last: boolean;
}

const endOfLine = '\r\n';
const msPerSecond = 1_000;

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}${endOfLine}`;
  }
  return lines;
}

/** The same head flattened: V8 concatenates lazily, which for a kept text would repeat at each request. */
export function flattened(head: Head): Head {
  return { ...head, text: Buffer.from(head.text, 'latin1').toString('latin1') };
}

/** The head for a status and flat headers, which contain no line breaks. */
export function headOf(status: number, headers: readonly string[]): Head {
  return flattened(headOnceOf(status, headers));
}

/** The same for a head that is sent once. */
export function headOnceOf(status: number, headers: readonly string[]): Head {
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}${endOfLine}`;
  return { status, headers, text: statusLine + linesOf(headers) };
}

let date = { second: 0, line: '' };

function dateLine(): string {
  const second = Math.floor(Date.now() / msPerSecond);
  if (second !== date.second) {
    date = { second, line: `Date: ${new Date(second * msPerSecond).toUTCString()}${endOfLine}` };
  }
  return date.line;
}

/**
 * Writes a head and some more headers; the body follows by `write` and `end`. `writeHead` validates each header again,
 * which is half the cost of a short reply.
 */
export function sendHead(
  response: ServerResponse,
  { status, headers, text }: Head,
  more: readonly string[] = [],
): void {
  const written = response as unknown as WrittenResponse;
  const { keepAliveTimeout } =
    (response.req.socket as { server?: { keepAliveTimeout?: number } }).server ?? {};
  if (written._header !== null || keepAliveTimeout === undefined) {
    response.writeHead(status, [...headers, ...more]);
    return;
  }
  const { shouldKeepAlive } = response;
  response.statusCode = status;
  written._last = !shouldKeepAlive;
  written._header =
    text +
    linesOf(more) +
    dateLine() +
    (shouldKeepAlive ? keepAliveLines(keepAliveTimeout) : `Connection: close${endOfLine}`) +
    endOfLine;
}

let keepAlive = { timeout: -1, lines: '' };

function keepAliveLines(timeout: number): string {
  if (timeout !== keepAlive.timeout) {
    const seconds = Math.floor(timeout / msPerSecond);
    keepAlive = {
      timeout,
      lines: `Connection: keep-alive${endOfLine}Keep-Alive: timeout=${seconds}${endOfLine}`,
    };
  }
  return keepAlive.lines;
}
