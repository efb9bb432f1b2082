import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { factorNeeded } from '../../identity/role-problems.ts';
import {
  type Access,
  type Endpoint,
  isForStaff,
  refusalsOf,
  statusOf,
  takesOf,
  tokenScopeOf,
} from '../../platform/contract/define-endpoint.ts';
import type { ProblemKind } from '../../platform/contract/problems.ts';
import { problemJson } from '../../platform/http/problem-json.ts';
import type { Reading } from '../../platform/site/own-settings.ts';
import {
  findShapes,
  type JsonSchema,
  jsonSchemaOf,
  type NamedShape,
  type Shapes,
} from './shapes.ts';

const problem = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  isGone: z.literal(true).optional(),
});
const { message: _, ...members } = problem.shape;
const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  ...members,
});

/** The request and reply of an endpoint as JSON Schema. */
function schemasOf(name: string, endpoint: Endpoint) {
  const { reply, body, type } = endpoint;
  return {
    reply: reply &&
      type === undefined && { name: `${name}Reply`, schema: jsonSchemaOf(reply, 'output') },
    body: body && { name: `${name}Body`, schema: jsonSchemaOf(body, 'input') },
  };
}

type Schemas = ReturnType<typeof schemasOf>;

function successOf(endpoint: Endpoint, { reply }: Schemas, shapes: Shapes) {
  if (!endpoint.reply) return { 204: { description: 'Done.' } };
  const { type = 'application/json' } = endpoint;
  // A feed or a manifest is JSON that another specification describes.
  const foreign = { type: /\+json\b/.test(type) ? 'object' : 'string' };
  const content = { [type]: { schema: reply ? shapes.refer(reply.schema) : foreign } };
  return { [statusOf(endpoint)]: { description: 'Success.', content } };
}

type Responses = Record<string, object>;

/** Error responses by status, as references; endpoints with the same problems share a response. */
function refusedOf(endpoint: Endpoint, responses: Responses) {
  const all = [...refusalsOf(endpoint), ...(isForStaff(endpoint.access) ? [factorNeeded] : [])];
  const byStatus = Map.groupBy(new Set(all), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => {
      const sorted = kinds.toSorted((one, other) => (one.code < other.code ? -1 : 1));
      const name = sorted.map(({ code }) => code).join('.');
      responses[name] ??= responseOf(sorted);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function responseOf(kinds: readonly ProblemKind[]) {
  return {
    description: kinds.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
      [problemJson]: { schema: { $ref: '#/components/schemas/ProblemDocument' } },
    },
  };
}

/** The properties of an object's schema, as the document lists parameters. */
function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => ({
    schema: property,
    in: place,
    name,
    required: place === 'path' || required.includes(name),
  }));
}

/** The request headers that the call reads, each of them optional. */
function headersOf(endpoint: Endpoint) {
  if (endpoint.method === 'GET') return [];
  const { isRepeatable, isConditional } = endpoint;
  const idempotencyKey = {
    schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
    description: 'Sent again with the same key, the request takes effect once.',
  };
  const ifMatch = {
    schema: { type: 'string' },
    description: 'The ETag that was read: the call is refused if somebody saved since.',
  };
  const place = { in: 'header', required: false } as const;
  return [
    ...(isRepeatable ? [{ ...place, name: 'Idempotency-Key', ...idempotencyKey }] : []),
    ...(isConditional ? [{ ...place, name: 'If-Match', ...ifMatch }] : []),
  ];
}

function bodyOf(endpoint: Endpoint, { body }: Schemas, shapes: Shapes) {
  if (takesOf(endpoint) === 'bytes') {
    const schema = { type: 'string', format: 'binary' };
    return { content: { 'application/octet-stream': { schema } }, required: true };
  }
  const type =
    takesOf(endpoint) === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return body && { content: { [type]: { schema: shapes.refer(body.schema) } }, required: true };
}

/** What the document says of a site: its name, and who may read there. */
export interface DocumentedSite {
  readonly title: string;
  readonly reading: Reading;
  readonly isByInvitation: boolean;
}

/** Whether visitors may make the call, too, as the site is set. */
function isForVisitors(access: Access, { reading, isByInvitation }: DocumentedSite): boolean {
  return access === 'guest' ? !isByInvitation : access === 'reader' && reading === 'public';
}

/** The ways to authenticate; an empty one says that none is needed. */
function securityOf(endpoint: Endpoint, site: DocumentedSite): readonly object[] {
  if (endpoint.access === 'public') return [];
  const scope = tokenScopeOf(endpoint);
  return [
    ...(isForVisitors(endpoint.access, site) ? [{}] : []),
    { session: [] },
    ...(scope ? [{ token: [scope] }] : []),
  ];
}

/** The part of the site that an endpoint belongs to: the first segment of its path. */
function tagOf({ path, access }: Endpoint): string {
  if (isForStaff(access)) return 'manage';
  return path.split('/').find((part) => part !== '' && part !== 'api') ?? '';
}

interface Describing {
  readonly shapes: Shapes;
  readonly responses: Responses;
  readonly site: DocumentedSite;
}

/** The operation of an endpoint: the input schema before parsing, the output schema as sent. */
function describe(
  operationId: string,
  endpoint: Endpoint,
  schemas: Schemas,
  { shapes, responses, site }: Describing,
) {
  const { summary, params, query } = endpoint;
  const requestBody = bodyOf(endpoint, schemas, shapes);
  const parameters = [
    ...parametersOf('query', query),
    ...parametersOf('path', params),
    ...headersOf(endpoint),
  ];
  return {
    operationId,
    summary,
    tags: [tagOf(endpoint)],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    security: securityOf(endpoint, site),
    responses: {
      ...successOf(endpoint, schemas, shapes),
      ...refusedOf(endpoint, responses),
    },
  };
}

type Operation = ReturnType<typeof describe>;

/** Builds the document of these endpoints. `known` are the schemas that contracts export. */
export function documentOf(
  endpoints: ReadonlyMap<string, Endpoint>,
  known: Readonly<Record<string, z.ZodType>>,
  site: DocumentedSite,
) {
  // Endpoints that only redirect a browser, such as to Google and back, are not part of the API.
  const described = [...endpoints].filter(([, { status }]) => status !== 303);
  const schemas = new Map(described.map(([name, endpoint]) => [name, schemasOf(name, endpoint)]));
  const used = [...schemas.values()]
    .flatMap(({ reply, body }) => [reply, body])
    .filter((shape): shape is NamedShape => Boolean(shape));
  const shapes = findShapes(used, known);
  const responses: Responses = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of described) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const own = schemas.get(name) ?? schemasOf(name, endpoint);
    const operation = describe(name, endpoint, own, { shapes, responses, site });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  const components: Record<string, JsonSchema> = {
    ...shapes.components,
    Problem: jsonSchemaOf(problem, 'output'),
    ProblemDocument: jsonSchemaOf(problemDocument, 'output'),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: site.title,
      description:
        'Everything that the pages of the site do, they do by these calls. Programs come with a personal token of the Account page.',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: {
      schemas: components,
      responses,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'What a browser has after signing in.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal token, with the scope that a call names: `read`, or `write`, which includes it.',
        },
      },
    },
    paths,
    // Relative to the document's own address.
    servers: [{ url: '/' }],
  };
}

export type ApiDocument = ReturnType<typeof documentOf>;

export interface ApiDocuments {
  /** Built at the first request, and again when what it says of the site has changed. */
  get(): Promise<ApiDocument>;
}

export function createApiDocuments(
  endpoints: ReadonlyMap<string, Endpoint>,
  known: Readonly<Record<string, z.ZodType>>,
  siteNow: () => Promise<DocumentedSite>,
): ApiDocuments {
  let made: { readonly site: DocumentedSite; readonly document: ApiDocument } | undefined;
  return {
    async get() {
      const site = await siteNow();
      if (!made || !isDeepStrictEqual(made.site, site)) {
        made = { site, document: documentOf(endpoints, known, site) };
      }
      return made.document;
    },
  };
}

/** `/api/openapi.json`, generated from the endpoints; the name of each becomes its `operationId`. */
export function registerApiDocument(app: FastifyInstance, documents: ApiDocuments): void {
  app.get('/api/openapi.json', () => documents.get());
}
