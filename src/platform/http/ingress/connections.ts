import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from './ip-address.ts';
import { networkOf } from './network-of.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

export interface ConnectionLimits {
  /** Maximum connections of this process. */
  readonly max: number;
  /** Maximum connections from one network. */
  readonly perNetwork: number;
}

/** Time limits for clients that don't read their replies. */
export interface ReadingTimes {
  /** Milliseconds without progress after which the connection is closed. */
  readonly stalled: number;
  /** Milliseconds after which the average rate has to reach `slowest`. */
  readonly grace: number;
  /** Bytes per second; a phone with weak reception reaches ten times that rate. */
  readonly slowest: number;
}

export interface ConnectionOptions {
  readonly limits: ConnectionLimits;
  readonly times: ReadingTimes;
  /** Milliseconds between two checks of all connections. */
  readonly check: number;
  readonly proxies: TrustedProxies;
  /** Called for each refused connection, with the limit that it exceeded. */
  readonly onRefused: (limit: keyof ConnectionLimits, network: string) => void;
}

/**
 * The kernel accepts written bytes as its own buffer drains. On a slow line that buffer can stay full for much of these
 * 30 seconds although the client reads everything that arrives.
 */
export const defaultReadingTimes: ReadingTimes = { stalled: 30_000, grace: 30_000, slowest: 1_024 };
export const defaultConnectionLimits: ConnectionLimits = { max: 12_000, perNetwork: 256 };

const thisMachine = readTrustedProxies('loopback');

/** A connection with bytes that its client has not read yet. */
interface Lag {
  readonly since: number;
  readonly takenBefore: number;
  taken: number;
  takenAt: number;
}

/** Written bytes that the kernel has accepted. Node's public interface counts whole chunks only. */
export function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    readonly _handle: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

function isTooSlow(lag: Lag, now: number, { stalled, grace, slowest }: ReadingTimes): boolean {
  if (now - lag.takenAt >= stalled) return true;
  const lasting = now - lag.since;
  return lasting >= grace && (lag.taken - lag.takenBefore) * 1_000 < slowest * lasting;
}

/**
 * Closes connections whose clients don't read their replies. Returns the check to call periodically, with a monotonic time
 * in milliseconds.
 */
export function watchReaders(
  sockets: ReadonlySet<Socket>,
  times: ReadingTimes,
): (now: number) => void {
  const lags = new WeakMap<Socket, Lag>();
  return (now) => {
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        lags.delete(socket);
        continue;
      }
      const taken = takenBytes(socket);
      const lag = lags.get(socket);
      if (!lag) lags.set(socket, { since: now, takenBefore: taken, taken, takenAt: now });
      else if (taken !== lag.taken) Object.assign(lag, { taken, takenAt: now });
      if (lag && isTooSlow(lag, now, times)) socket.destroy();
    }
  };
}

/**
 * Limits what connections cost the process: how many there are, in total and per network, and how long one may wait for
 * its client to read. Proxies and this machine carry many clients, so only the total applies to them.
 */
export function boundConnections(server: Server, options: ConnectionOptions): void {
  const { limits, times, check, proxies, onRefused } = options;
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();

  function speaksForMany(given: string | undefined): boolean {
    const address = plainAddress(given ?? '');
    return address === undefined || thisMachine.includes(address) || proxies.includes(address);
  }

  function leave(network: string): void {
    const left = (counts.get(network) ?? 1) - 1;
    if (left > 0) counts.set(network, left);
    else counts.delete(network);
  }

  // A worker drops excess connections itself: handed back to the primary, they would circulate among full workers.
  Object.assign(server, { maxConnections: limits.max, dropMaxConnection: true });
  server.on('drop', (dropped) => {
    // Idle keep-alive connections make room for new ones.
    server.closeIdleConnections();
    onRefused('max', networkOf(dropped?.remoteAddress));
  });
  server.on('connection', (socket) => {
    if (!speaksForMany(socket.remoteAddress)) {
      const network = networkOf(socket.remoteAddress);
      const count = (counts.get(network) ?? 0) + 1;
      if (count > limits.perNetwork) {
        socket.destroy();
        onRefused('perNetwork', network);
        return;
      }
      counts.set(network, count);
      socket.once('close', () => leave(network));
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const look = watchReaders(sockets, times);
  const timer = setInterval(() => look(performance.now()), check).unref();
  server.once('close', () => clearInterval(timer));
}
