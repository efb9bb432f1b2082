import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

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
    transform: jsonSchemaTransform,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
