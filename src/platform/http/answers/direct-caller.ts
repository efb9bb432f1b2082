import { type ApiCaller, givenValues } from '../../contract/call-api.ts';
import type { Endpoint } from '../../contract/define-endpoint.ts';
import {
  type Answer,
  type CallReply,
  type CallRequest,
  type Guard,
  type MadeFrom,
  runAnswer,
} from './answers.ts';

/** The pages' bundle has its own copies of endpoints, so method and path identify them. */
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Answers by endpoint. */
export type Answers<Session> = ReadonlyMap<string, Answer<Session>>;

export function indexAnswers<Session>(answers: readonly Answer<Session>[]): Answers<Session> {
  return new Map(answers.map((answer) => [nameOf(answer.endpoint), answer]));
}

/**
 * Calls the API in process on behalf of the sender of `request`: guard, schemas and handler as over HTTP, without
 * serialisation. Throws the problem that a caller over HTTP would get. `madeFrom` receives the dependencies that
 * replies report.
 */
export function createDirectCaller<Session>(
  answers: Answers<Session>,
  guard: Guard<Session>,
  request: CallRequest,
  madeFrom?: MadeFrom,
): ApiCaller {
  return async (endpoint, input) => {
    const answer = answers.get(nameOf(endpoint));
    if (!answer) throw new Error(`Nothing answers ${endpoint.method} ${endpoint.path}.`);
    await answer.admit?.(request);
    const session = await guard(endpoint, request);
    const headers = new Map<string, string>();
    const reply: CallReply = {
      header: (name, value) => headers.set(name.toLowerCase(), String(value)),
      ...(madeFrom && { madeFrom }),
    };
    const { params, query, body }: { params?: object; query?: object; body?: unknown } = input;
    const given = { params, query: givenValues({ ...query }), body };
    const value = await runAnswer(answer, given, { session, request, reply });
    return {
      body: value as never,
      headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
    };
  };
}
