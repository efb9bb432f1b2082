import type { ServerResponse } from 'node:http';

// An import of it would have Node load all of `fetch`.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The head of a reply, put together once. */
export interface Head {
  readonly status: number;
  /** Flat: name, value, name, value. */
  readonly headers: readonly string[];
  /** Status line and headers as they are sent. */
  readonly text: string;
}

/**
 * Where Node's replies hold their head once it is written, and whether the connection ends with them. Not part of its
 * documented interface: a test compares what is sent with what `writeHead` sends.
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

/** The same text in one piece. V8 puts texts together when they are read; of a kept one that would be at each request. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** The head of a status and flat headers, which hold no line breaks. */
export function headOf(status: number, headers: readonly string[]): Head {
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}${endOfLine}`;
  return { status, headers, text: flat(statusLine + linesOf(headers)) };
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
 * Has a reply begin with a head and some headers more; then comes the body, by `write` and `end`. Half of what a short
 * reply costs would be for `writeHead` to look at each header anew.
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
