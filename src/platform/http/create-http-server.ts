import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import {
  badRequest,
  expectationFailed,
  internalError,
  methodNotAllowed,
  misdirected,
  type Problem,
  urlTooLong,
} from '../contract/problems.ts';
import type { Draining } from './closing/draining.ts';
import { boundBodies, longestBodyMs } from './ingress/body-times.ts';
import {
  boundConnections,
  type ConnectionLimits,
  defaultConnectionLimits,
  defaultReadingTimes,
  type ReadingTimes,
} from './ingress/connections.ts';
import { createEventLoopFairness } from './ingress/event-loop-fairness.ts';
import { networkOfSettled, settleForwarding } from './ingress/forwarding.ts';
import { createHostCheck, type OwnHostOptions } from './ingress/own-host.ts';
import { createPipeliningQueue } from './ingress/pipelining-queue.ts';
import { settleTarget } from './ingress/request-target.ts';
import { noProxies, type TrustedProxies } from './ingress/trusted-proxies.ts';
import { logProblem } from './log/log-problem.ts';
import { createLogThrottle } from './log/log-throttle.ts';
import { endWithProblem, problemMessage } from './raw-problem.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpServerOptions {
  /** Gets each request before the framework; returns true if it has answered. */
  readonly answerEarly: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly draining: Draining;
  readonly logger: FastifyBaseLogger;
  readonly timeouts?: Partial<Timeouts>;
  readonly reading?: ReadingTimes;
  readonly connections?: ConnectionLimits;
  /** Proxies whose forwarding headers are trusted. */
  readonly proxies?: TrustedProxies;
  /** A site on https is behind a proxy, which should be trusted. */
  readonly isHttps?: boolean;
  /** The host names to answer; undefined if the site accepts any name. */
  readonly ownHost?: Pick<OwnHostOptions, 'siteUrl' | 'freePaths'> | undefined;
  /** Wraps the listener to observe requests, from when their turn comes. */
  readonly observe?: ((answer: RequestListener) => RequestListener) | undefined;
}

/** In milliseconds. */
export interface Timeouts {
  readonly headers: number;
  readonly request: number;
  readonly check: number;
}

/** Slow clients are disconnected: without these limits a thousand trickling bodies stay open forever. */
const defaultTimeouts: Timeouts = { headers: 10_000, request: 15_000, check: 1_000 };
/** Longer than the 60 s after which common reverse proxies drop an idle connection, so that they do so first. */
const keepAliveTimeoutMs = 65_000;
const maxHeaderBytes = 16 * 1_024;
/** Maximum length of path and query, in bytes. */
export const maxUrlBytes = 8 * 1_024;
/** The methods of the whole site, for requests without a particular address. */
export const siteMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** No path of this site is this long (414), and no valid query is (400). */
export function longUrlProblem(url: string): Problem {
  const [path = ''] = url.split('?', 1);
  return path.length > maxUrlBytes
    ? urlTooLong()
    : badRequest({ message: 'What the address asks for is too long.' });
}

/** Warns the operator of proxies whose headers are ignored, which usually means a missing setting. */
function proxyWarnings({ logger, isHttps }: HttpServerOptions) {
  let isWarned = !isHttps;
  const throttle = createLogThrottle();
  return {
    onUntrusted(peer: string) {
      if (isWarned) return;
      isWarned = true;
      logger.warn(
        { peer },
        `A proxy at ${peer} says for whom it asks, and is not believed: all its visitors count as one. If it is yours, set TRUSTED_PROXIES to its address`,
      );
    },
    onContradiction(peer: string) {
      if (throttle('contradiction') === undefined) return;
      logger.warn(
        { peer },
        `X-Forwarded-For and Forwarded name different visitors, so neither counts. Let the proxy at ${peer} remove the one that it doesn’t write`,
      );
    },
  };
}

/** Warns the operator of foreign host names: most likely a proxy sends its own name instead of the requested one. */
function hostCheck({ ownHost, proxies = noProxies, logger }: HttpServerOptions) {
  if (!ownHost) return () => true;
  return createHostCheck({
    ...ownHost,
    proxies,
    onForeign(host) {
      logger.warn(
        { host, siteUrl: ownHost.siteUrl },
        `Requests for ${host} are refused (421): the site goes by ${ownHost.siteUrl}. If a proxy asks by that name, have it hand on Host as it came; if people open the site there, set SITE_URL to that address`,
      );
    },
  });
}

function boundBySettings(server: Server, options: HttpServerOptions, check: number): void {
  const throttle = createLogThrottle();
  boundConnections(server, {
    limits: options.connections ?? defaultConnectionLimits,
    times: options.reading ?? defaultReadingTimes,
    proxies: options.proxies ?? noProxies,
    check,
    onRefused(limit, network) {
      const unsaid = throttle(limit);
      if (unsaid === undefined) return;
      const setting = limit === 'max' ? 'CONNECTIONS_MAX' : 'CONNECTIONS_PER_NETWORK';
      options.logger.warn({ network, unsaid }, `connection refused, more than ${setting}`);
    },
  });
}

// An `import` reads every export of the module, and reading one of them loads all of `fetch`.
const { createServer } = process.getBuiltinModule('node:http');

/** Node's HTTP server with the site's limits; requests that `answerEarly` doesn't answer go to `listener`. */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { answerEarly, draining, proxies = noProxies, observe } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const pipelined = createPipeliningQueue();
  const runFairly = createEventLoopFairness();
  const forwarding = { proxies, ...proxyWarnings(options) };
  const isForThisSite = hostCheck(options);
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headers,
      // `boundBodies` limits each body; this is the maximum for bodies with extended time.
      requestTimeout: timeouts.headers + Math.max(timeouts.request, longestBodyMs),
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: keepAliveTimeoutMs,
      // A repeated header stays detectable; otherwise Node drops the second one.
      joinDuplicateHeaders: true,
      // Most requests have no body and need no stream.
      optimizeEmptyRequests: true,
    },
    pipelined.inOrder(observe ? observe(answer) : answer),
  );

  function answer(request: IncomingMessage, response: ServerResponse): void {
    attempt(response, () => take(request, response));
  }

  function attempt(response: ServerResponse, work: () => void): void {
    try {
      work();
    } catch (error) {
      // An uncaught error would end the process.
      logProblem(options.logger, internalError({ cause: error }));
      if (response.headersSent) response.destroy();
      else endWithProblem(response, internalError());
    }
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    // The client may have disconnected while the request waited.
    if (!request.socket.destroyed) attempt(response, () => listener(request, response));
  }

  function take(request: IncomingMessage, response: ServerResponse): void {
    if (draining.isDraining) response.shouldKeepAlive = false;
    if ((request.url ?? '').length > maxUrlBytes) {
      endWithProblem(response, longUrlProblem(request.url ?? ''));
    } else if (request.headers.host?.includes(',')) {
      endWithProblem(response, badRequest({ message: 'Send one Host header.' }));
    } else if (!settleTarget(request)) {
      endWithProblem(response, badRequest());
    } else if (!isForThisSite(request)) {
      const message = `This site goes by ${options.ownHost?.siteUrl}: please open it there.`;
      endWithProblem(response, misdirected({ message }));
    } else if (!answerEarly(request, response)) {
      settleForwarding(request, forwarding);
      runFairly(
        () => pass(request, response),
        () => networkOfSettled(request),
      );
    }
  }
  // Node's own reply has no body.
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    endWithProblem(response, expectationFailed());
  });
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy());
    // Node no longer reads from this socket, so it would not notice that the client closes it.
    const message = problemMessage(methodNotAllowed(), request.headers.accept, {
      allow: siteMethods,
    });
    socket.end(message, () => socket.destroy());
  });
  pipelined.watch(server);
  boundBodies(server, { ordinary: timeouts.request, check: timeouts.check });
  boundBySettings(server, options, timeouts.check);
  draining.watch(server);
  return server;
}
