import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type Endpoint,
  refusalsOf,
  statusOf,
  takesOf,
} from '../platform/contract/define-endpoint.ts';

/** Without the dialect, which OpenAPI names for the whole document. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return own;
}

const incoming = (schema: z.ZodType) => jsonSchemaOf(schema, 'input');
const outgoing = (schema: z.ZodType) => jsonSchemaOf(schema, 'output');

function successOf(endpoint: Endpoint) {
  const { reply, type } = endpoint;
  if (!reply) return { 204: { description: 'Done.' } };
  const schema = type === undefined ? outgoing(reply) : { type: 'string' };
  const content = { [type ?? 'application/json']: { schema } };
  return { [statusOf(endpoint)]: { description: 'Success.', content } };
}

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  isGone: z.literal(true).optional(),
});

/** By status: the sentences and codes of what may be answered instead. */
function refusedOf(endpoint: Endpoint) {
  const schema = outgoing(refusal);
  const byStatus = Map.groupBy(refusalsOf(endpoint), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

/** The properties of an object's schema, as the document lists parameters. */
function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = incoming(schema);
  return Object.entries(properties).map(([name, property]) => ({
    schema: property,
    in: place,
    name,
    required: required.includes(name),
  }));
}

function bodyOf(endpoint: Endpoint) {
  if (takesOf(endpoint) === 'bytes') {
    const schema = { type: 'string', format: 'binary' };
    return { content: { 'application/octet-stream': { schema } }, required: true };
  }
  const { body } = endpoint;
  return body && { content: { 'application/json': { schema: incoming(body) } }, required: true };
}

/** An endpoint as JSON Schema: what comes in as it is sent, what goes out as it leaves. */
function describe(operationId: string, endpoint: Endpoint) {
  const { summary, access, params, query } = endpoint;
  const requestBody = bodyOf(endpoint);
  const parameters = [...parametersOf('query', query), ...parametersOf('path', params)];
  return {
    operationId,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    security: access === 'public' ? [] : [{ session: [] }],
    responses: { ...successOf(endpoint), ...refusedOf(endpoint) },
  };
}

function pathsOf(endpoints: ReadonlyMap<string, Endpoint>) {
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const [name, endpoint] of endpoints) {
    // What leads a browser on, such as to Google and back, answers nobody's call.
    if (endpoint.status === 303) continue;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(name, endpoint) };
  }
  return paths;
}

function documentOf(endpoints: ReadonlyMap<string, Endpoint>, title: string) {
  return {
    openapi: '3.1.0',
    info: {
      title,
      description: 'Everything that the pages of the site do, they do by these calls.',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
    paths: pathsOf(endpoints),
    // Wherever the document itself is.
    servers: [{ url: '/' }],
  };
}

/**
 * `/api/openapi.json`, made from the endpoints themselves when it is first asked for by this name of the site; the name of each becomes its
 * `operationId`.
 */
export function registerApiDocument(
  app: FastifyInstance,
  endpoints: ReadonlyMap<string, Endpoint>,
  siteName: () => Promise<string>,
): void {
  let document: ReturnType<typeof documentOf> | undefined;
  app.get('/api/openapi.json', async () => {
    const title = await siteName();
    if (document?.info.title !== title) document = documentOf(endpoints, title);
    return document;
  });
}
