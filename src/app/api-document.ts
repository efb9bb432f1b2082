import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Endpoint, refusalsOf } from '../platform/contract/define-endpoint.ts';

const incoming = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
const outgoing = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' });

function successOf({ reply, type, status = 200 }: Endpoint) {
  if (status === 204) return { 204: { description: 'Done.', type: 'null' } };
  const schema = type === undefined ? outgoing(reply) : { type: 'string' };
  const content = { [type ?? 'application/json']: { schema } };
  return { [status]: { description: 'Success.', content } };
}

const refusal = outgoing(
  z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
);

/** By status: the sentences and codes of what may be answered instead. */
function refusedOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
        content: { 'application/json': { schema: refusal } },
      },
    ]),
  );
}

/** An endpoint as the framework's plugin wants it: JSON Schema of what comes in as it is sent, of what goes out as it leaves. */
function describe(operationId: string, endpoint: Endpoint) {
  const { summary, access, params, query, body } = endpoint;
  return {
    operationId,
    summary,
    security: access === 'member' ? [{ session: [] }] : [],
    ...(params && { params: incoming(params) }),
    ...(query && Object.keys(query.shape).length > 0 && { querystring: incoming(query) }),
    ...(body && { body: incoming(body) }),
    response: { ...successOf(endpoint), ...refusedOf(endpoint) },
  };
}

/**
 * `/api/openapi.json`, made from the endpoints themselves; the name of each becomes its `operationId`. Register it
 * before the routes.
 */
export async function registerApiDocument(
  app: FastifyInstance,
  endpoints: ReadonlyMap<string, Endpoint>,
): Promise<void> {
  // What leads a browser on, to Google and back, answers nobody's call.
  const calls = [...endpoints].filter(([, { status }]) => status !== 303);
  const described = new Map(calls.map(([name, endpoint]) => [endpoint, describe(name, endpoint)]));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'The Content Hub',
        description: 'Everything that the pages of the site do, they do by these calls.',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Wherever the document itself is.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    // A route that is no endpoint, such as a page, is no call of the API.
    transform: ({ url, route }) => ({
      schema: (route.config?.endpoint && described.get(route.config.endpoint)) ?? { hide: true },
      url,
    }),
  });
  app.get('/api/openapi.json', async () => app.swagger());
}
