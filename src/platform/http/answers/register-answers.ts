import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingBytes, statusOf, takesOf } from '../../contract/define-endpoint.ts';
import { giveBodyTime, longestBodyMs } from '../ingress/body-times.ts';
import { toProblem } from '../problem-handler.ts';
import { type Answer, cacheControlOf, type Guard, runAnswer } from './answers.ts';

/** Told of the reply to a call that has changed something. */
type OnCommit = (reply: FastifyReply) => void;

/** Lets the framework answer each endpoint. Guarded before the body is read: a stranger learns nothing from a 400. */
export function registerAnswers<Session>(
  app: FastifyInstance,
  guard: Guard<Session>,
  answers: readonly Answer<Session>[],
  onCommit: OnCommit = () => {},
): void {
  for (const answer of answers) addRoute(app, guard, answer, onCommit);
}

/** What is left of a body that was refused is read past in this time, in milliseconds: then the reply can be read, too. */
const restMs = 15_000;

/**
 * A body as a stream. Its sender has passed the guard and may take as long as a slow line needs. What the handler doesn't
 * read is discarded, so that connection and reply survive a refusal.
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

/** Leads a browser to a page, in place of a refusal that only programs can read. */
function leadOn(leadAfter: NonNullable<Answer<unknown>['leadAfter']>) {
  return (error: unknown, { query }: FastifyRequest, reply: FastifyReply) => {
    const to = leadAfter(toProblem(error), query);
    // On to the handler of all problems.
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
    ...(answer.leadAfter && { errorHandler: leadOn(answer.leadAfter) }),
    ...(endpoint.method !== 'GET' &&
      endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    // Judged by the answer itself, which doesn't know the framework.
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
