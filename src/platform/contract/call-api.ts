import type { CallInput, Endpoint, Method, ReplyOf } from './define-endpoint.ts';
import {
  internalError,
  notFound,
  notSignedIn,
  notYours,
  outcomeUnknown,
  Problem,
  type ProblemBody,
  type ProblemKind,
  tooLarge,
  tooManyRequests,
  unavailable,
} from './problems.ts';

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

/** Sends a call: over the network in the browser, in process for server rendering and tests. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

export interface Call {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiReply<T> {
  readonly body: T;
  readonly headers: { get(name: string): string | null };
}

/**
 * Calls endpoints: over a transport in the browser, in process during server rendering. Throws the server's problem.
 */
export type ApiCaller = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  call?: Call,
) => Promise<ApiReply<ReplyOf<E>>>;

/** The non-empty values of a query, as strings. */
export function givenValues(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]));
}

/** Builds the URL from a path such as `/api/blog/:id` and its values; omits empty query values. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const kindByStatus: Readonly<Record<number, ProblemKind>> = {
  401: notSignedIn,
  403: notYours,
  404: notFound,
  413: tooLarge,
  429: tooManyRequests,
  503: unavailable,
};

/** Statuses of a proxy that didn't get the site's reply, so that the outcome of a change is unknown. */
const lostOnTheWay: ReadonlySet<number> = new Set([502, 504]);

/** The problem in a reply; the message also counts if a proxy, not the site, answered. */
function problemOf(method: Method, { status, headers, text }: TransportReply): Problem {
  const isInDoubt = lostOnTheWay.has(status) && method !== 'GET';
  const kind = isInDoubt ? outcomeUnknown : (kindByStatus[status] ?? internalError);
  const retryAfter = Number(headers.get('retry-after')) || undefined;
  const body = parseJson(text) as Partial<ProblemBody> | null | undefined;
  const message = typeof body?.message === 'string' ? body.message : '';
  if (message === '' || isInDoubt) return kind({ ...(retryAfter && { retryAfter }) });
  const code = typeof body?.code === 'string' ? body.code : 'unnamed';
  return new Problem(
    { code, status, message },
    {
      ...(Array.isArray(body?.issues) && { issues: body.issues }),
      ...(body?.isGone === true && { isGone: true }),
      ...(retryAfter && { retryAfter }),
    },
  );
}

/**
 * Parses the endpoint's reply; throws if it doesn't match. A browser build has endpoints without schemas
 * (`scripts/browser-endpoints.ts`) and only requires JSON, since the server validates what it sends.
 */
function replyOf<E extends Endpoint>(endpoint: E, { status, text }: TransportReply): ReplyOf<E> {
  const value = status === 204 ? undefined : parseJson(text);
  const { reply: schema }: Partial<Endpoint> = endpoint;
  if (schema) return schema.parse(value) as ReplyOf<E>;
  if (value === undefined && status !== 204) throw new Error('The reply is not JSON.');
  return value as ReplyOf<E>;
}

/**
 * Calls an endpoint over a transport.
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
  if (reply.status < 200 || reply.status > 299) throw problemOf(endpoint.method, reply);
  return { body: replyOf(endpoint, reply), headers: reply.headers };
}
