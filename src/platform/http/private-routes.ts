import type { FastifyInstance } from 'fastify';

/** Routes whose answers, refusals too, are for one person: no cache may keep them. */
export function privateRoutes(
  app: FastifyInstance,
  addRoutes: (app: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'private, no-store');
    });
    addRoutes(scope);
  });
}
