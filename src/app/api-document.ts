import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';

const parts = ['params', 'querystring', 'body'] as const;

/** A route's zod schemas as JSON Schema: of what comes in as it is sent, of what goes out as it leaves. */
function toJsonSchema(schema: FastifySchema): FastifySchema {
  const incoming = parts.flatMap((part) =>
    schema[part] instanceof z.ZodType
      ? [[part, z.toJSONSchema(schema[part], { io: 'input', unrepresentable: 'any' })]]
      : [],
  );
  const replies = Object.entries(schema.response ?? {}).map(([status, reply]) => {
    const isEmpty = !(reply instanceof z.ZodType) || reply instanceof z.ZodUndefined;
    const content = isEmpty ? {} : z.toJSONSchema(reply, { unrepresentable: 'any' });
    return [status, { description: 'Success', ...content }];
  });
  return { ...schema, ...Object.fromEntries(incoming), response: Object.fromEntries(replies) };
}

/** `/api/openapi.json`, made from the schemas that check the calls. Register it before the routes. */
export async function registerApiDocument(app: FastifyInstance, siteUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'The Content Hub',
        description: 'Everything that the pages of the site do, they do by these calls.',
        version: '1.0.0',
      },
      servers: [{ url: siteUrl }],
    },
    // A route that declares nothing is no call of the API.
    transform: ({ schema, url }) => ({
      schema: schema ? toJsonSchema(schema) : { hide: true },
      url,
    }),
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
