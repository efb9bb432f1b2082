import type { Server } from 'node:http';
import {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { answerClientError } from './client-errors.ts';
import { createHttpServer, type HttpServerOptions, maxUrlBytes } from './create-http-server.ts';
import { answerProblem } from './problem-handler.ts';
import { createRequestId } from './raw-problem.ts';

/** Maximum size of a request body in bytes. */
export const bodyLimit = 512 * 1_024;

/** Routes have no JSON schemas: `runAnswer` validates. */
function noSchemas(): never {
  throw new Error('A route has a JSON schema: declare an endpoint instead.');
}

/**
 * Fastify's options: the site's limits, random request ids, and trust in the proxies whose headers `forwarding.ts` has
 * normalized before.
 */
export function serverOptions(parts: HttpServerOptions): FastifyHttpOptions<Server> {
  return {
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: parts.proxies ? (address) => parts.proxies?.includes(address) ?? false : false,
    requestIdHeader: false,
    genReqId: createRequestId,
    // Handlers validate parameters of any length.
    routerOptions: { maxParamLength: maxUrlBytes },
    // Fastify would load two compilers of JSON schemas.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // Fastify would time each route's registration, hundreds of timers at the start; none waits for anything.
    pluginTimeout: 0,
    // Draining announces the end to clients; a late request is still answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void answerProblem(error, request, reply);
    },
    serverFactory: (listener) => createHttpServer(listener, parts),
  };
}
