export interface Reply {
  readonly status: number;
  /** Parsed if it is JSON, else the text; undefined if empty. */
  readonly body: unknown;
  /** Address of the next page of a list. */
  readonly next: string | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A caller of a site; `cookie` is the `Cookie` header of the session, undefined for a visitor. */
export interface Caller {
  readonly name: string;
  readonly cookie: string | undefined;
}

export const visitor: Caller = { name: 'visitor', cookie: undefined };

function parsed(text: string, type: string): unknown {
  if (text === '') return undefined;
  return /json/.test(type) ? JSON.parse(text) : text;
}

/** Makes one call to a running site and returns any reply; binary bodies as base64. */
export async function call(
  url: string,
  { cookie }: Caller,
  method: Method,
  address: string,
  body?: unknown,
): Promise<Reply> {
  const headers: Record<string, string> = {
    origin: url,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && {
      'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
    }),
  };
  const reply = await fetch(`${url}${address}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  });
  const type = reply.headers.get('content-type') ?? '';
  const [, next] = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '') ?? [];
  const content = /zip|octet-stream|image/.test(type)
    ? Buffer.from(await reply.arrayBuffer()).toString('base64')
    : parsed(await reply.text(), type);
  return { status: reply.status, body: content, next };
}

/** Makes a call that must succeed; returns the reply's body. */
export async function send<T>(
  url: string,
  caller: Caller,
  method: Method,
  address: string,
  body?: unknown,
): Promise<T> {
  const reply = await call(url, caller, method, address, body);
  if (reply.status >= 300) {
    const answer = JSON.stringify(reply.body);
    throw new Error(`${caller.name}: ${method} ${address}: ${reply.status} ${answer}`);
  }
  return reply.body as T;
}

/**
 * The comparable part of a reply: of a refusal only status and code, as its message may change and its request id
 * always does.
 */
export function resultOf({ status, body }: Reply): object {
  if (status < 400) return { status, ...(body !== undefined && { body }) };
  const { code } = (body ?? {}) as { code?: string };
  return { status, code };
}
