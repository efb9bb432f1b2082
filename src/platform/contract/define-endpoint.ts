import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: everybody, or only a person with a session (401 otherwise). */
export type Access = 'public' | 'member';

type Shape = z.ZodType;

/**
 * One call of the API as a value: what goes in, what comes out. The server binds a handler to it, the API client
 * calls it, and the OpenAPI document is made from it, so the three cannot drift apart.
 */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
> {
  readonly method: Method;
  /** Path with `:name` for each parameter, such as `/api/blog/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Status of a successful reply; 200 unless told. */
  readonly status?: 200 | 201 | 204;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a caller hands over: the schemas' input types. */
export type CallInput<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as undefined extends E[Part] ? never : Part]: InputOf<
    E[Part]
  >;
};

/** What a handler receives: the schemas' output types, after defaults and transforms. */
export type HandlerInput<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as undefined extends E[Part] ? never : Part]: OutputOf<
    E[Part]
  >;
};

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
export type PresentedReplyOf<E extends Endpoint> = z.input<E['reply']>;

/** Keeps the literal types of an endpoint, so that callers and handlers are typed by its schemas. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
