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

/** Most bytes of a request's body. */
export const bodyLimit = 512 * 1_024;

/**
 * What Fastify is made with: the site's limits, random request ids, and trust in those proxies whose headers have been
 * settled before it sees them (`forwarding.ts`).
 */
export function serverOptions(parts: HttpServerOptions): FastifyHttpOptions<Server> {
  return {
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: parts.proxies ? (address) => parts.proxies?.includes(address) ?? false : false,
    requestIdHeader: false,
    genReqId: createRequestId,
    // Handlers say what is wrong with a parameter, however long it is.
    routerOptions: { maxParamLength: maxUrlBytes },
    // Draining tells clients in time; a request that still comes is answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void answerProblem(error, request, reply);
    },
    serverFactory: (listener) => createHttpServer(listener, parts),
  };
}
