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
  /** Resolves when a connection has been cut. */
  readonly cut: Promise<void>;
}

/** A proxy between the site and its PostgreSQL that fails as a network can, in the middle of a commit. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const wasCut = Promise.withResolvers<void>();
  let next: Lost | undefined;
  let hangsUp = false;
  let isGone = false;
  let isHeld = false;

  function cut(...ends: readonly Socket[]): void {
    next = undefined;
    isGone = hangsUp;
    for (const end of ends) end.destroy();
    wasCut.resolve();
  }

  const server = createServer((client) => {
    if (isGone) return void client.destroy();
    const backend = connect(Number(target.port), target.hostname);
    let isCommitting = false;
    client.on('data', (data) => {
      isCommitting = next !== undefined && data.includes('commit\0');
      if (isCommitting && next === 'question') return cut(client, backend);
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
    for (const socket of sockets) socket.destroy();
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
