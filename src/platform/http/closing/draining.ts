import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Tracks the open connections of the site's servers and closes them without losing a request. */
export interface Draining {
  /** True from the moment the process was asked to stop; `/readyz` answers 503 and replies say `Connection: close`. */
  readonly isDraining: boolean;
  /** True if another process has replaced this one and receives new connections. */
  readonly isReplaced: boolean;
  watch(server: Server): void;
  /** Resolves when no connection is left, or when the drain time is over. */
  drain(): Promise<void>;
  /** Stops accepting new connections, which another process takes over; open ones stay until they are drained. */
  stopListening(): void;
  closeIdle(): void;
  closeAll(): void;
}

export function createDraining(drainMs: number): Draining {
  const servers = new Set<Server>();
  const connections = new Set<Socket>();
  const empty = Promise.withResolvers<void>();
  let isDraining = false;
  let isReplaced = false;

  function resolveIfEmpty(): void {
    if (isDraining && connections.size === 0) empty.resolve();
  }

  return {
    get isDraining() {
      return isDraining;
    },
    get isReplaced() {
      return isReplaced;
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
    stopListening() {
      isReplaced = true;
      // Not `close` of the HTTP server: it closes idle connections on which a request may be on its way.
      for (const server of servers) NetServer.prototype.close.call(server);
    },
    closeIdle() {
      for (const server of servers) server.closeIdleConnections();
    },
    closeAll() {
      for (const socket of connections) socket.destroy();
    },
  };
}

/** Adds `Connection: close` to replies that were in progress when the process was asked to stop. */
export function announceDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isDraining) reply.header('connection', 'close');
  });
}
