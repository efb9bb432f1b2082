import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, HandlerInput, PresentedReplyOf } from '../contract/define-endpoint.ts';
import { type Issue, problem } from '../contract/problems.ts';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  exchange: Exchange,
) => Promise<PresentedReplyOf<E>>;

/** What stands between a request and every handler; the guard throws a problem to refuse. */
export type Guard = (endpoint: Endpoint, exchange: Exchange) => Promise<void>;

export interface BindOptions {
  /** Most bytes of the body, where the site's limit doesn't fit. */
  readonly bodyLimit?: number;
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues: Issue[] = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw problem('invalid-input', { ...(issues[0] && { message: issues[0].message }), issues });
}

/**
 * Answers `endpoint` with `handler`. The request is checked against the endpoint's schemas before the handler runs,
 * the reply as it leaves: a field that the schema doesn't name stays in.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  guard: Guard,
  endpoint: E,
  handler: Handler<E>,
  options: BindOptions = {},
): void {
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { [endpoint.status ?? 200]: endpoint.reply },
    },
    validatorCompiler: () => (value) => ({ value }),
    serializerCompiler: () => (value) => JSON.stringify(endpoint.reply.parse(value)),
    // Before the body is read and the input judged: a stranger learns nothing from a 400 or 415.
    onRequest: (request, reply) => guard(endpoint, { request, reply }),
    async handler(request, reply) {
      const exchange = { request, reply };
      const input = {
        params: parsePart(endpoint.params, request.params),
        query: parsePart(endpoint.query, request.query),
        body: parsePart(endpoint.body, request.body),
      } as HandlerInput<E>;
      const value = await handler(input, exchange);
      reply.status(endpoint.status ?? 200);
      return endpoint.status === 204 ? reply.send() : value;
    },
  });
}
