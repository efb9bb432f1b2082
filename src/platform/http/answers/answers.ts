import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Endpoint, takesOf } from '../../contract/define-endpoint.ts';
import { type Issue, invalidInput, type Problem } from '../../contract/problems.ts';
import { withCommitTracking } from './commit-tracking.ts';

/** As much of a request as guards and handlers look at; a page that is rendered hands on its own. */
export type CallRequest = Pick<FastifyRequest, 'headers' | 'ip' | 'log'>;

/** Where a handler leaves what its reply says beside the body. */
export interface CallReply {
  header(name: string, value: string | readonly string[]): unknown;
  /** Names what else a personal reply is made from, as tags of changes; absent where nobody keeps the reply. */
  readonly madeFrom?: MadeFrom;
}

export type MadeFrom = (tags: readonly string[]) => void;

export interface Exchange<Session> {
  /** Whose call it is, as the guard found; always there for a members' endpoint. */
  readonly session: Session | null;
  readonly request: CallRequest;
  readonly reply: CallReply;
  /** Called before the reply to a call that has changed something. */
  readonly onCommit?: () => void;
}

/** Runs before every handler: resolves to the caller's session, throws a problem to refuse. */
export type Guard<Session> = (endpoint: Endpoint, request: CallRequest) => Promise<Session | null>;

/** An endpoint with what answers it. */
export interface Answer<Session> {
  readonly endpoint: Endpoint;
  /** Judges the head of a request ahead of the guard, before its body is read; throws a problem to refuse. */
  readonly admit?: (request: CallRequest) => Promise<void>;
  /**
   * For what a browser asks for by itself: the address that its person is led to instead of a refusal, by the query that was
   * sent; undefined where the refusal is the reply.
   */
  readonly leadAfter?: (refusal: Problem, query: unknown) => string | undefined;
  readonly handle: (input: unknown, exchange: Exchange<Session>) => Promise<unknown>;
}

/** What comes in for the three parts of an endpoint, before it is judged. */
export interface GivenInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issues: Issue[] = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw invalidInput({ ...(issues[0] && { message: issues[0].message }), issues });
}

/** PostgreSQL refuses to look for a text with NUL; nothing is named by U+FFFD either, so the call finds nothing. */
function findable(params: unknown): unknown {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ]),
  );
}

/**
 * Input schema, handler, output schema: the one way to every reply, whether HTTP asks or a page that is rendered. A
 * field that the output schema doesn't name stays in. A reply that is streamed is checked by its handler, piece by piece.
 */
export async function runAnswer<Session>(
  { endpoint, handle }: Answer<Session>,
  given: GivenInput,
  exchange: Exchange<Session>,
): Promise<unknown> {
  const input = {
    params: parsePart(endpoint.params, findable(given.params)),
    query: parsePart(endpoint.query, given.query),
    body: takesOf(endpoint) === 'bytes' ? given.body : parsePart(endpoint.body, given.body),
  };
  async function run(): Promise<unknown> {
    const reply = await handle(input, exchange);
    return endpoint.isStreamed ? reply : endpoint.reply?.parse(reply);
  }
  return endpoint.method === 'GET' ? run() : withCommitTracking(run, exchange.onCommit);
}

/** Whether a reply is one person's, or only true now: then no cache may keep it. */
export function cacheControlOf({ access, tags }: Endpoint): string {
  if (access !== 'public' && access !== 'guest') return 'private, no-store';
  return tags ? 'no-cache' : 'no-store';
}
