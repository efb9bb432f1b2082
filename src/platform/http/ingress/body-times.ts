import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The longest that any body may take: a large picture by a slow line, at 1 Mbit/s. */
export const longestBodyMs = 180_000;

/** When a body has to be there, on the clock of `performance.now()`, where that isn't the usual time. */
const deadlines = new WeakMap<IncomingMessage, number>();

/** Lets a body take so many milliseconds from now on, `longestBodyMs` at most: for whoever is known, and sends something large. */
export function giveBodyTime(request: IncomingMessage, ms: number): void {
  deadlines.set(request, performance.now() + Math.min(ms, longestBodyMs));
}

/**
 * Lets go of those whose body is not there in time. Node knows one time for all requests, which has to be the longest;
 * so the others are looked at here, each `check` milliseconds.
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

/** As Node says it of its own limit. */
function late(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('The body took too long.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  if (!server.emit('clientError', error, socket)) socket.destroy(error);
}
