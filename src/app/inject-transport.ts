import type { FastifyInstance } from 'fastify';
import type { Transport } from '../platform/contract/call-api.ts';

/**
 * The API in process: server rendering takes the way that a browser takes, without the network.
 * `cookie` makes the calls in the name of the viewer; without it they are a stranger's.
 */
export function injectTransport(app: FastifyInstance, cookie?: string): Transport {
  return async ({ method, url, headers, body }) => {
    const reply = await app.inject({
      method,
      url,
      headers: { ...headers, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: reply.statusCode,
      headers: {
        get(name) {
          const value = reply.headers[name];
          return value === undefined ? null : String(value);
        },
      },
      text: reply.body,
    };
  };
}
