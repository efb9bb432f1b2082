import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Upper limit for any request body: a picture of 20 MiB at 1 Mbit/s. */
export const longestBodyMs = 180_000;

/** Extended deadlines, as values of `performance.now()`. */
const deadlines = new WeakMap<IncomingMessage, number>();

/**
 * Extends a body's deadline to `ms` from the call, at most `longestBodyMs`: for signed-in members who upload large
 * files.
 */
export function giveBodyTime(request: IncomingMessage, ms: number): void {
  deadlines.set(request, performance.now() + Math.min(ms, longestBodyMs));
}

/**
 * Ends requests whose body is not complete in time. Node has a single `requestTimeout`, which has to be the longest
 * one, so the shorter deadlines are checked here every `check` milliseconds.
 */
export function boundBodies(
  server: Server,
  { ordinary, check }: { readonly ordinary: number; readonly check: number },
): void {
  const coming = new Map<IncomingMessage, number>();
  server.prependListener('request', (request: IncomingMessage) => {
    const { headers } = request;
    if (!('content-length' in headers) && !('transfer-encoding' in headers)) return;
    coming.set(request, performance.now() + ordinary);
    request.once('close', () => coming.delete(request));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, usual] of coming) {
      if (request.complete) coming.delete(request);
      else if (now >= (deadlines.get(request) ?? usual)) {
        coming.delete(request);
        late(server, request.socket);
      }
    }
  }, check).unref();
  server.once('close', () => clearInterval(timer));
}

/** Reports it as Node reports its own timeout. */
function late(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('The body took too long.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  if (!server.emit('clientError', error, socket)) socket.destroy(error);
}
