import type { CallInput, Endpoint, Method, ReplyOf } from './define-endpoint.ts';
import { type Problem, type ProblemBody, type ProblemCode, problem, problems } from './problems.ts';

export interface TransportRequest {
  readonly method: Method;
  /** Path and query, such as `/api/allBlogs?filter=Travel`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

/** How a call travels: over the network in the browser, in process for server rendering and tests. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

export interface Call {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiReply<T> {
  readonly body: T;
  readonly headers: { get(name: string): string | null };
}

/** Calls endpoints: over a transport in the browser, in process where the server renders. Throws the server's problem. */
export type ApiCaller = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  call?: Call,
) => Promise<ApiReply<ReplyOf<E>>>;

/** The values of a query that are told, as they stand in an address: empty ones are not. */
export function givenValues(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const told = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

/** `/api/blog/:id` and its values as the address to call; empty query values are left out. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const pathname = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const text = new URLSearchParams(givenValues(query)).toString();
  return text ? `${pathname}?${text}` : pathname;
}

function isProblemBody(value: unknown): value is ProblemBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    value.code in problems
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeByStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'not-signed-in',
  403: 'not-yours',
  404: 'not-found',
  413: 'too-large',
  429: 'too-many-requests',
  503: 'unavailable',
};

function problemOf(reply: TransportReply): Problem {
  const body = parseJson(reply.text);
  const retryAfter = Number(reply.headers.get('retry-after')) || undefined;
  if (isProblemBody(body)) {
    return problem(body.code, {
      message: body.message,
      ...(body.issues && { issues: body.issues }),
      ...(retryAfter && { retryAfter }),
    });
  }
  return problem(codeByStatus[reply.status] ?? 'internal');
}

/**
 * Calls an endpoint over a transport and checks the reply against the endpoint's schema.
 * Throws the server's `Problem` for every status outside 200 to 299.
 */
export async function callApi<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: CallInput<E>,
  call: Call = {},
): Promise<ApiReply<ReplyOf<E>>> {
  const parts: { params?: object; query?: object; body?: unknown } = input;
  const reply = await transport({
    method: endpoint.method,
    url: addressOf(endpoint.path, { ...parts.params }, { ...parts.query }),
    headers: {
      accept: 'application/json',
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
    signal: call.signal,
  });
  if (reply.status < 200 || reply.status > 299) throw problemOf(reply);
  const value = reply.status === 204 ? undefined : parseJson(reply.text);
  return { body: endpoint.reply.parse(value) as ReplyOf<E>, headers: reply.headers };
}
