import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Endpoint, takesOf } from '../../contract/define-endpoint.ts';
import { type Issue, invalidInput, type Problem } from '../../contract/problems.ts';
import { withCommitTracking } from './commit-tracking.ts';
import { issueMessage } from './issue-message.ts';

/** The part of a request that guards and handlers read; a page that is being rendered passes on its own. */
export type CallRequest = Pick<FastifyRequest, 'headers' | 'ip' | 'log'>;

/** Lets a handler set headers and report dependencies of its reply. */
export interface CallReply {
  header(name: string, value: string | readonly string[]): unknown;
  /** Reports further change tags that a personal reply depends on; absent if the reply isn't cached. */
  readonly madeFrom?: MadeFrom;
}

export type MadeFrom = (tags: readonly string[]) => void;

export interface Exchange<Session> {
  /** The caller's session from the guard; never null for a members' endpoint. */
  readonly session: Session | null;
  readonly request: CallRequest;
  readonly reply: CallReply;
  /** Called before the reply to a call that has changed data. */
  readonly onCommit?: () => void;
}

/** Runs before every handler: resolves to the caller's session or throws a problem to refuse. */
export type Guard<Session> = (endpoint: Endpoint, request: CallRequest) => Promise<Session | null>;

/** An endpoint with its handler. */
export interface Answer<Session> {
  readonly endpoint: Endpoint;
  /** Checks a request's headers before the guard and before the body is read; throws a problem to refuse. */
  readonly admit?: (request: CallRequest) => Promise<void>;
  /**
   * For requests that a browser makes by navigation: the address to redirect to instead of a refusal, depending on the
   * query; undefined to send the refusal.
   */
  readonly leadAfter?: (refusal: Problem, query: unknown) => string | undefined;
  readonly handle: (input: unknown, exchange: Exchange<Session>) => Promise<unknown>;
}

/** Unvalidated input for the three parts of an endpoint. */
export interface GivenInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Checks one part of a request; throws `invalid-input` with a sentence for each field. */
export function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {}, { error: issueMessage });
  if (result.success) return result.data;
  const issues: Issue[] = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw invalidInput({ ...(issues[0] && { message: issues[0].message }), issues });
}

/** PostgreSQL rejects a text with NUL. No name contains U+FFFD, so the lookup finds nothing. */
function findable(params: unknown): unknown {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ]),
  );
}

/**
 * Input schema, handler, output schema: the only path to every reply, over HTTP and in page rendering. Fields that the
 * output schema doesn't name are dropped. A streamed reply is validated by its handler.
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

/** A reply that is personal or valid only at this moment must not be cached. */
export function cacheControlOf({ access, tags }: Endpoint): string {
  if (access !== 'public' && access !== 'guest') return 'private, no-store';
  return tags ? 'no-cache' : 'no-store';
}
