import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What is lost of a commit: the statement on its way to the server, or the server's reply. */
export type Lost = 'question' | 'answer';

export interface CuttingProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Loses the next commit and its connection. With `andHangsUp`, all later connections are refused. */
  cutNextCommit(lost: Lost, andHangsUp?: boolean): void;
  /** Silently stops all traffic until it is called with false. */
  hold(isHeld: boolean): void;
  /** Silently stops the traffic of all present connections for ever; new ones work. */
  forget(): void;
  /** Breaks all connections and refuses new ones, as a stopped server does, until it is called with false. */
  refuse(isRefused: boolean): void;
  /** Silently stops each connection, from now on, when it sends a query. */
  swallowQueries(): void;
  /** Number of connections to it: all that were made, and those of them that are open. */
  connections(): { readonly made: number; readonly open: number };
  /** Resolves when a connection has been cut. */
  readonly cut: Promise<void>;
}

/** A proxy between the site and its PostgreSQL that fails as a network can, also in the middle of a commit. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const wasCut = Promise.withResolvers<void>();
  let next: Lost | undefined;
  let hangsUp = false;
  let isGone = false;
  let isHeld = false;
  let swallows = false;
  const clients: Socket[] = [];

  function cut(...ends: readonly Socket[]): void {
    next = undefined;
    isGone = hangsUp;
    for (const end of ends) end.destroy();
    wasCut.resolve();
  }

  const server = createServer((client) => {
    if (isGone) return void client.destroy();
    clients.push(client);
    const backend = connect(Number(target.port), target.hostname);
    let isCommitting = false;
    client.on('data', (data) => {
      isCommitting = next !== undefined && data.includes('commit\0');
      if (isCommitting && next === 'question') return cut(client, backend);
      // In the protocol, `Q` is a query and `P` begins one with parameters.
      if (swallows && /^[QP]/.test(data.toString('latin1'))) return;
      backend.write(data);
    });
    backend.on('data', (data) => (isCommitting ? cut(client, backend) : client.write(data)));
    for (const [one, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(one);
      if (isHeld) one.pause();
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of [...sockets, ...clients]) socket.destroy();
    server.close();
  });
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    cutNextCommit(lost, andHangsUp = false) {
      next = lost;
      hangsUp = andHangsUp;
    },
    forget() {
      for (const socket of sockets) socket.pause();
      sockets.clear();
    },
    refuse(isRefused) {
      isGone = isRefused;
      if (isRefused) for (const socket of sockets) socket.destroy();
    },
    swallowQueries() {
      swallows = true;
    },
    connections: () => ({
      made: clients.length,
      open: clients.filter(({ destroyed }) => !destroyed).length,
    }),
    hold(held) {
      isHeld = held;
      for (const socket of sockets) {
        if (held) socket.pause();
        else socket.resume();
      }
    },
    cut: wasCut.promise,
  };
}
