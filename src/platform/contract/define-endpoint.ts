import type { z } from 'zod';
import {
  badRequest,
  foreignOrigin,
  invalidInput,
  keyUsedAlready,
  notFound,
  notSignedIn,
  outcomeUnknown,
  type ProblemKind,
  tokenNotEnough,
  tokenNotValid,
  tooLarge,
  tooManyRequests,
  unavailable,
  unsupportedMediaType,
} from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone (`public`); signed-in people (401 otherwise); or readers of whole blogs, which a site setting
 * defines as anyone or signed-in people. `guest` means anyone, or signed-in people on an invitation-only site. `staff`
 * are moderators and owners, `editor` editors and owners, `owner` owners only; other members get 404.
 */
export type Access = 'public' | 'guest' | 'reader' | 'member' | 'staff' | 'editor' | 'owner';

export function isForStaff(access: Access): boolean {
  return access === 'staff' || access === 'editor' || access === 'owner';
}

/** Scopes of personal tokens: reads only, or changes as well. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

type Shape = z.ZodType;

/** The change tags that a reply depends on, by the path's values: a commit that touches one invalidates it. */
export type Tags = (params: Readonly<Record<string, string>>) => readonly string[];

interface EndpointParts {
  /** Path with `:name` for each parameter, such as `/api/blog/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /**
   * The scope that a personal token needs. Member endpoints refuse tokens unless it is set; staff and owner endpoints
   * always refuse them.
   */
  readonly tokens?: TokenScope;
  readonly params?: z.ZodObject;
  /** Absent if a successful reply has no body. */
  readonly reply?: Shape;
  /** Status of a successful reply; by default 200, or 204 without a body. */
  readonly status?: 200 | 201 | 303;
  /** Content type of a reply other than JSON, which is sent unchanged. */
  readonly type?: string;
  /** The reply is sent in chunks as it is made; the handler validates each chunk. */
  readonly isStreamed?: true;
  /** Problems that it may answer, in addition to those of `refusalsOf`. */
  readonly refusals?: readonly ProblemKind[];
}

/** A read-only call: its address has one canonical URL, and its reply may be cached. */
export interface ReadEndpoint extends EndpointParts {
  readonly method: 'GET';
  /** Absent if the address has no query: everything after `?` is dropped. */
  readonly query?: z.ZodObject;
  /** Absent if the reply isn't cached, because it is personal or valid only at this moment. */
  readonly tags?: Tags;
  /** Maximum age of a cached reply in milliseconds, if it also changes with time. */
  readonly goodFor?: number;
  readonly body?: undefined;
}

/** A call that changes data. */
export interface ChangeEndpoint extends EndpointParts {
  readonly method: Exclude<Method, 'GET'>;
  readonly query?: z.ZodObject;
  readonly tags?: undefined;
  readonly body?: Shape;
  /**
   * The type of a body other than JSON. Bytes (`application/octet-stream`): the handler reads the stream and enforces
   * its own size limit. A form: the fields that a browser submits without a script; the reply redirects to a page.
   */
  readonly takes?: 'bytes' | 'form';
  /**
   * Accepts requests from any origin, including programs, with a body of any type, which is ignored: the secret in the
   * address is the only credential.
   */
  readonly isFromAnywhere?: true;
  /** Maximum size of the body in bytes, if it differs from the site's limit. */
  readonly bodyLimit?: number;
  /**
   * Idempotent by `Idempotency-Key`: the same request with the same key takes effect once. A browser then retries it
   * automatically if the outcome is unknown.
   */
  readonly isRepeatable?: boolean;
  /** Refused where the entity tag in `If-Match` is not the current one (RFC 9110, section 13.1.1). */
  readonly isConditional?: true;
}

/**
 * An API call as a value: address, input and output. The server's handlers, the API client, the page cache and the
 * OpenAPI document are all derived from it, so they can't diverge.
 */
export type Endpoint = ReadEndpoint | ChangeEndpoint;

type Part = 'params' | 'query' | 'body';
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type Nothing = Record<never, never>;

/** What a caller passes: the schemas' input types; a part without required fields may be left out. */
export type CallInput<E extends Endpoint> = {
  [P in Part as undefined extends E[P]
    ? never
    : Nothing extends InputOf<E[P]>
      ? never
      : P]: InputOf<E[P]>;
} & {
  [P in Part as undefined extends E[P]
    ? never
    : Nothing extends InputOf<E[P]>
      ? P
      : never]?: InputOf<E[P]>;
};

/** What a handler receives: the schemas' output types, after defaults and transforms. */
export type HandlerInput<E extends Endpoint> = {
  [P in Part as undefined extends E[P] ? never : P]: OutputOf<E[P]>;
} & (E extends { readonly takes: 'bytes' } ? { readonly body: IncomingBytes } : unknown);

/** A request body as a stream. */
export type IncomingBytes = AsyncGenerator<Uint8Array>;

export type ReplyOf<E extends Endpoint> = OutputOf<E['reply']>;
/** What a handler returns: the reply, or its chunks. */
export type PresentedReply<E extends Endpoint> = E extends { readonly isStreamed: true }
  ? Promise<AsyncIterable<Uint8Array | string>>
  : E['reply'] extends z.ZodType
    ? Promise<z.input<E['reply']>>
    : Promise<void>;

/** Keeps the literal types of an endpoint, so that callers and handlers are typed by its schemas. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** The body type of an endpoint if not JSON; undefined for most. */
export function takesOf(endpoint: Endpoint): ChangeEndpoint['takes'] {
  return endpoint.method === 'GET' ? undefined : endpoint.takes;
}

export function statusOf({ status, reply }: Pick<Endpoint, 'status' | 'reply'>): number {
  return status ?? (reply ? 200 : 204);
}

/** The token scope that may make the call; undefined if tokens are refused. Public calls ignore tokens. */
export function tokenScopeOf({
  access,
  method,
  tokens,
}: Pick<Endpoint, 'access' | 'method' | 'tokens'>): TokenScope | undefined {
  if (access === 'public' || isForStaff(access)) return undefined;
  const isForReaders = method === 'GET' && (access === 'guest' || access === 'reader');
  return tokens ?? (isForReaders ? 'read' : undefined);
}

/** All problems that an endpoint may answer: its own and those of its kind. */
export function refusalsOf(endpoint: Endpoint): readonly ProblemKind[] {
  const { access, method, params, query, body, refusals = [] } = endpoint;
  const isRepeatable = endpoint.method !== 'GET' && endpoint.isRepeatable;
  const isChecked = params ?? body ?? Object.keys(query?.shape ?? {}).length > 0;
  return [
    badRequest,
    ...(isChecked ? [invalidInput] : []),
    ...(access === 'public' ? [] : [notSignedIn]),
    ...(tokenScopeOf(endpoint) ? [tokenNotValid, tooManyRequests] : []),
    ...(access === 'public' ? [] : [tokenNotEnough]),
    ...(isForStaff(access) ? [notFound] : []),
    ...(isForStaff(access) && method !== 'GET' ? [tooManyRequests] : []),
    ...(method === 'GET' ? [] : [foreignOrigin, tooLarge, unsupportedMediaType, outcomeUnknown]),
    ...(isRepeatable ? [keyUsedAlready] : []),
    unavailable,
    ...refusals,
  ];
}
