import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { badRequest, methodNotAllowed, type Problem, urlTooLong } from '../contract/problems.ts';
import type { Draining } from './draining.ts';
import { endWithProblem, problemMessage } from './raw-problem.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpServerOptions {
  /** Gets each request ahead of the framework and answers it by returning true. */
  readonly answerEarly: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly draining: Draining;
  readonly timeouts?: Partial<Timeouts>;
}

/** Milliseconds. */
export interface Timeouts {
  readonly headers: number;
  readonly request: number;
  readonly check: number;
}

/** Slow clients are let go: without these, a thousand trickling bodies stay open for ever. */
const defaultTimeouts: Timeouts = { headers: 10_000, request: 15_000, check: 1_000 };
/** Longer than the 60 s after which common reverse proxies drop an idle connection, so that they do so first. */
const keepAliveTimeoutMs = 65_000;
const maxHeaderBytes = 16 * 1_024;
/** Longest path and query, in bytes. */
export const maxUrlBytes = 8 * 1_024;
/** The methods of the whole site, for requests to no address in particular. */
export const siteMethods = 'GET, HEAD, POST, PUT, DELETE';

/** A path that long can't be one of ours (414); a query that long asks for something that can't be asked for (400). */
export function longUrlProblem(url: string): Problem {
  const [path = ''] = url.split('?', 1);
  return path.length > maxUrlBytes
    ? urlTooLong()
    : badRequest({ message: 'What the address asks for is too long.' });
}

/** Node's HTTP server with the site's limits; what passes `answerEarly` goes to `listener`. */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { answerEarly, draining } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: keepAliveTimeoutMs,
      // A header given twice shows, instead of the second one vanishing.
      joinDuplicateHeaders: true,
      // Most requests have no body, and then no stream has to be run down.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      if (draining.isDraining) response.shouldKeepAlive = false;
      if ((request.url ?? '').length > maxUrlBytes) {
        endWithProblem(response, longUrlProblem(request.url ?? ''));
      } else if (request.headers.host?.includes(',')) {
        endWithProblem(response, badRequest({ message: 'Send one Host header.' }));
      } else if (!answerEarly(request, response)) {
        listener(request, response);
      }
    },
  );
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(problemMessage(methodNotAllowed(), { allow: siteMethods }));
  });
  draining.watch(server);
  return server;
}
