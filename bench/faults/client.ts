import { Agent, request } from 'node:http';

/** The result of a request, as far as the client can tell. */
export type Reply =
  /** The site replied. `cookie` is the session cookie, if it set one. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: Readonly<Record<string, unknown>>;
      readonly cookie: string | undefined;
    }
  /** The connection was refused: the request surely wasn't received. */
  | { readonly kind: 'not-sent' }
  /** The request was sent, and the connection ended without a reply. */
  | { readonly kind: 'lost' };

export interface Question {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  ask(question: Question): Promise<Reply>;
  close(): void;
}

const patienceMs = 30_000;

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Calls a site as its own pages do, over keep-alive connections. */
export function createClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });

  function ask({ method, path, body, headers = {} }: Question): Promise<Reply> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      timeout: patienceMs,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
        ...headers,
      },
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ kind: error.code === 'ECONNREFUSED' ? 'not-sent' : 'lost' }),
    );
    sent.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      response.on('error', () => resolve({ kind: 'lost' }));
      response.on('close', () => resolve({ kind: 'lost' }));
      response.on('end', () => {
        const [cookie] = response.headers['set-cookie'] ?? [];
        resolve({
          kind: 'answer',
          status: response.statusCode ?? 0,
          body: parse(answer),
          cookie: cookie?.split(';', 1)[0],
        });
      });
    });
    sent.end(text);
    return promise;
  }

  return { ask, close: () => agent.destroy() };
}
