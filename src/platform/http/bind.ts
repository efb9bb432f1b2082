import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, HandlerInput, PresentedReplyOf } from '../contract/define-endpoint.ts';
import type { Answer, Guard } from './answers.ts';
import { registerAnswers } from './register-answers.ts';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  exchange: Exchange,
) => Promise<PresentedReplyOf<E>>;

export function bind<E extends Endpoint, Session>(
  app: FastifyInstance & { answersByEndpoint?: Map<string, unknown> },
  guard: Guard<Session>,
  endpoint: E,
  handler: Handler<E>,
): void {
  const answer: Answer<Session> = {
    endpoint,
    handle: (input, exchange) => handler(input as HandlerInput<E>, exchange as unknown as Exchange),
  };
  app.answersByEndpoint?.set(`${endpoint.method} ${endpoint.path}`, answer);
  registerAnswers(app, guard, [answer]);
}
