import type { FastifyInstance } from 'fastify';
import type { Storage } from '../storage/storage.ts';

interface HealthOptions {
  readonly storage: Storage;
  /** True while the process finishes what it has and takes nothing new. */
  readonly isDraining: () => boolean;
}

/** `/healthz`: the process lives. `/readyz`: send it visitors. */
export function healthRoutes(app: FastifyInstance, { storage, isDraining }: HealthOptions): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      if (isDraining()) throw new Error('The server is closing.');
      await storage.assertReady();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.status(503).header('retry-after', '1').send({ status: 'not ready' });
    }
  });
}
