import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingBytes, statusOf, takesOf } from '../../contract/define-endpoint.ts';
import { giveBodyTime, longestBodyMs } from '../ingress/body-times.ts';
import { toProblem } from '../problem-handler.ts';
import { type Answer, cacheControlOf, type Guard, runAnswer } from './answers.ts';

/** Called with the reply to a call that has changed data. */
type OnCommit = (reply: FastifyReply) => void;

/**
 * Registers each endpoint as a route. The guard runs before the body is read, so that a 400 reveals nothing to callers
 * without access.
 */
export function registerAnswers<Session>(
  app: FastifyInstance,
  guard: Guard<Session>,
  answers: readonly Answer<Session>[],
  onCommit: OnCommit = () => {},
): void {
  for (const answer of answers) addRoute(app, guard, answer, onCommit);
}

/** Time in milliseconds to drain the rest of a refused body, so that the client can read the reply. */
const restMs = 15_000;

/**
 * A body as a stream. Its sender has passed the guard and gets the time that a slow connection needs. Unread bytes are
 * discarded, so that the connection and the reply survive a refusal.
 */
async function* bytesOf(request: IncomingMessage): IncomingBytes {
  giveBodyTime(request, longestBodyMs);
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    giveBodyTime(request, restMs);
    request.resume();
  }
}

/** Redirects a browser to a page instead of sending a refusal that only programs can read. */
function redirectFormerAddress(leadAfter: NonNullable<Answer<unknown>['leadAfter']>) {
  return (error: unknown, { query }: FastifyRequest, reply: FastifyReply) => {
    const to = leadAfter(toProblem(error), query);
    // Rethrown for the general error handler.
    if (to === undefined) throw error;
    void reply.status(303).header('location', to).send();
  };
}

function addRoute<Session>(
  app: FastifyInstance,
  guard: Guard<Session>,
  answer: Answer<Session>,
  onCommit: OnCommit,
): void {
  const { endpoint } = answer;
  const sessions = new WeakMap<FastifyRequest, Session | null>();
  const cacheControl = cacheControlOf(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { takes: takesOf(endpoint), readsNoBody: 'isFromAnywhere' in endpoint },
    ...(answer.leadAfter && { errorHandler: redirectFormerAddress(answer.leadAfter) }),
    ...(endpoint.method !== 'GET' &&
      endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    // `runAnswer` validates, independently of the framework.
    validatorCompiler: () => (value) => ({ value }),
    async onRequest(request, reply) {
      reply.header('cache-control', cacheControl);
      await answer.admit?.(request);
      const session = await guard(endpoint, request);
      if (session !== null) reply.header('cache-control', 'private, no-store');
      sessions.set(request, session);
    },
    async handler(request, reply) {
      const { params, query } = request;
      const body = takesOf(endpoint) === 'bytes' ? bytesOf(request.raw) : request.body;
      const session = sessions.get(request) ?? null;
      const exchange = { session, request, reply, onCommit: () => onCommit(reply) };
      const value = await runAnswer(answer, { params, query, body }, exchange);
      reply.status(statusOf(endpoint));
      if (value === undefined) return reply.send();
      reply.type(endpoint.type ?? 'application/json; charset=utf-8');
      const isText = endpoint.type === undefined && !endpoint.isStreamed;
      return reply.send(isText ? JSON.stringify(value) : value);
    },
  });
}
