import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from './ip-address.ts';
import { networkOf } from './network-of.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

export interface ConnectionLimits {
  /** Most at once, in this process. */
  readonly max: number;
  /** Most at once from one network. */
  readonly perNetwork: number;
}

/** When a reader who doesn't read is let go. */
export interface ReadingTimes {
  /** Milliseconds in which something of a reply has to be taken. */
  readonly stalled: number;
  /** Milliseconds after which it has to have been taken at the slowest rate, all in all. */
  readonly grace: number;
  /** Bytes in a second; a phone at the edge of its network takes ten times as many. */
  readonly slowest: number;
}

export interface ConnectionOptions {
  readonly limits: ConnectionLimits;
  readonly times: ReadingTimes;
  /** Milliseconds between two looks at all connections. */
  readonly check: number;
  readonly proxies: TrustedProxies;
  /** Hears of connections that were refused, by the name of the limit. */
  readonly onRefused: (limit: keyof ConnectionLimits, network: string) => void;
}

/**
 * The kernel takes what is written as its own buffer empties, which a slow line may leave full for a good part of this
 * time, though its reader takes all that comes.
 */
export const defaultReadingTimes: ReadingTimes = { stalled: 30_000, grace: 30_000, slowest: 1_024 };
export const defaultConnectionLimits: ConnectionLimits = { max: 12_000, perNetwork: 256 };

const thisMachine = readTrustedProxies('loopback');

/** A connection whose reader has not taken all that was written. */
interface Lag {
  readonly since: number;
  readonly takenBefore: number;
  taken: number;
  takenAt: number;
}

/** Bytes that the kernel has taken of what was written; Node shows no more than what is still to be taken of whole pieces. */
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
 * Lets go of those who don't take their replies. Gives the look that is to be had now and then, at a time in
 * milliseconds that only ever grows.
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
 * Bounds what connections can take of the process: how many there are, in all and from one network, and how long one
 * may wait for its reader. Proxies and this machine itself speak for many, and are counted in all only.
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

  // One of several processes drops what is too many too: handed back, it would go round and round among full ones.
  Object.assign(server, { maxConnections: limits.max, dropMaxConnection: true });
  server.on('drop', (dropped) => {
    // Those who ask for nothing make room for whoever comes next.
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
