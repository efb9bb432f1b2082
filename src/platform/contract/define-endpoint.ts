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
 * Who may call: everybody (`public`), people with a session (401 otherwise), or readers of whole blogs, which a setting of
 * the site defines as everybody or people with a session. `guest` is everybody, unless the site is one by invitation, where
 * it is people with a session. `staff` are moderators and owners, `editor` editors and owners, `owner` owners only;
 * other members get 404.
 */
export type Access = 'public' | 'guest' | 'reader' | 'member' | 'staff' | 'editor' | 'owner';

export function isForStaff(access: Access): boolean {
  return access === 'staff' || access === 'editor' || access === 'owner';
}

/** What a personal token is good for: reading calls, or changes as well. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

type Shape = z.ZodType;

/** The change tags that a reply is made from, by the values of its path: a commit that touches one outdates it. */
export type Tags = (params: Readonly<Record<string, string>>) => readonly string[];

interface EndpointParts {
  /** Path with `:name` for each parameter, such as `/api/blog/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /**
   * The scope that a personal token needs for it. Calls of members are closed to tokens unless it is named here; those of staff
   * and owners are closed whatever it says.
   */
  readonly tokens?: TokenScope;
  readonly params?: z.ZodObject;
  /** Absent where there is nothing to say but that it is done. */
  readonly reply?: Shape;
  /** Status of a successful reply; 200 by default, 204 where there is no reply. */
  readonly status?: 200 | 201 | 303;
  /** Content type of a reply that isn't JSON; it is then sent as it is. */
  readonly type?: string;
  /** The reply is sent piece by piece as it is made; the handler checks each piece itself. */
  readonly isStreamed?: true;
  /** What it may answer instead, beside what `refusalsOf` adds for its kind. */
  readonly refusals?: readonly ProblemKind[];
}

/** A call that only reads: its address has one canonical URL, and its reply may be cached. */
export interface ReadEndpoint extends EndpointParts {
  readonly method: 'GET';
  /** Absent for an address that asks for nothing beyond its path: whatever stands behind `?` is dropped. */
  readonly query?: z.ZodObject;
  /** Absent for what isn't cached: it is personal, or true only now. */
  readonly tags?: Tags;
  /** Milliseconds for which a cached reply is good at most, where it changes with the clock as well. */
  readonly goodFor?: number;
  readonly body?: undefined;
}

/** What changes something. */
export interface ChangeEndpoint extends EndpointParts {
  readonly method: Exclude<Method, 'GET'>;
  readonly query?: z.ZodObject;
  readonly tags?: undefined;
  readonly body?: Shape;
  /**
   * What the body is instead of JSON. Bytes (`application/octet-stream`): the handler takes them as they come, and bounds them
   * by itself. A form: the fields that a browser sends without a script; its reply leads on to a page.
   */
  readonly takes?: 'bytes' | 'form';
  /**
   * It may be asked for from anywhere, by programs too, with a body of any type, which nobody reads: a secret in its
   * address is all that it goes by.
   */
  readonly isFromAnywhere?: true;
  /** Most bytes of the body, where the site's limit doesn't fit. */
  readonly bodyLimit?: number;
  /**
   * The same request with the same `Idempotency-Key` may be sent any number of times and takes effect once. A browser then
   * retries it by itself where the outcome is unknown.
   */
  readonly isRepeatable?: boolean;
}

/**
 * One call of the API as a value: all there is to know about its address, what goes in, what comes out. The server
 * answers it, the API client calls it, the page cache stores its replies, and the OpenAPI document is made from it: none
 * of them can drift apart.
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

/** A body as it comes in, piece by piece. */
export type IncomingBytes = AsyncGenerator<Uint8Array>;

export type ReplyOf<E extends Endpoint> = OutputOf<E['reply']>;
/** What a handler returns: the reply, or the pieces that it is sent in. */
export type PresentedReply<E extends Endpoint> = E extends { readonly isStreamed: true }
  ? Promise<AsyncIterable<Uint8Array | string>>
  : E['reply'] extends z.ZodType
    ? Promise<z.input<E['reply']>>
    : Promise<void>;

/** Keeps the literal types of an endpoint, so that callers and handlers are typed by its schemas. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** What an endpoint takes instead of JSON; undefined for most. */
export function takesOf(endpoint: Endpoint): ChangeEndpoint['takes'] {
  return endpoint.method === 'GET' ? undefined : endpoint.takes;
}

/** The status of an endpoint's successful reply. */
export function statusOf({ status, reply }: Pick<Endpoint, 'status' | 'reply'>): number {
  return status ?? (reply ? 200 : 204);
}

/**
 * The scope of a personal token that may make the call; undefined where none may. Public calls don't look at tokens, as they
 * don't at sessions.
 */
export function tokenScopeOf({
  access,
  method,
  tokens,
}: Pick<Endpoint, 'access' | 'method' | 'tokens'>): TokenScope | undefined {
  if (access === 'public' || isForStaff(access)) return undefined;
  const isForReaders = method === 'GET' && (access === 'guest' || access === 'reader');
  return tokens ?? (isForReaders ? 'read' : undefined);
}

/** Everything that an endpoint may answer instead of its reply: its own refusals and those of its kind. */
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
