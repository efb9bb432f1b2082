export interface Reply {
  readonly status: number;
  /** Parsed where it is JSON, else the text; undefined for none. */
  readonly body: unknown;
  /** Where the next page of a list is. */
  readonly next: string | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Somebody who calls a site; `cookie` is the `Cookie` header of their session, undefined for a visitor. */
export interface Caller {
  readonly name: string;
  readonly cookie: string | undefined;
}

export const visitor: Caller = { name: 'visitor', cookie: undefined };

function parsed(text: string, type: string): unknown {
  if (text === '') return undefined;
  return /json/.test(type) ? JSON.parse(text) : text;
}

/** One call of a running site, whatever it answers; bytes come as base64. */
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

/** A call that has to succeed; gives what was answered. */
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

/** What a reply says: of a refusal its status and code, as its words may change and its number does each time. */
export function resultOf({ status, body }: Reply): object {
  if (status < 400) return { status, ...(body !== undefined && { body }) };
  const { code } = (body ?? {}) as { code?: string };
  return { status, code };
}
