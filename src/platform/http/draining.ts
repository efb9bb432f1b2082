import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Knows the open connections of the site's servers, and lets go of them without losing a request. */
export interface Draining {
  /** True from the moment the process was asked to end; `/readyz` answers 503 and replies say `Connection: close`. */
  readonly isDraining: boolean;
  watch(server: Server): void;
  /** Resolves when no connection is left, at the latest after the time given for draining. */
  drain(): Promise<void>;
  closeIdle(): void;
  closeAll(): void;
}

export function createDraining(drainMs: number): Draining {
  const servers = new Set<Server>();
  const connections = new Set<Socket>();
  const empty = Promise.withResolvers<void>();
  let isDraining = false;

  function resolveIfEmpty(): void {
    if (isDraining && connections.size === 0) empty.resolve();
  }

  return {
    get isDraining() {
      return isDraining;
    },
    watch(server) {
      servers.add(server);
      server.on('connection', (socket) => {
        connections.add(socket);
        socket.on('close', () => {
          connections.delete(socket);
          resolveIfEmpty();
        });
      });
    },
    async drain() {
      isDraining = true;
      resolveIfEmpty();
      const timer = setTimeout(empty.resolve, drainMs);
      await empty.promise;
      clearTimeout(timer);
    },
    closeIdle() {
      for (const server of servers) server.closeIdleConnections();
    },
    closeAll() {
      for (const socket of connections) socket.destroy();
    },
  };
}

/** Replies that were being made when the process was asked to end say that the connection ends with them. */
export function announceDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isDraining) reply.header('connection', 'close');
  });
}
