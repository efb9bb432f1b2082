import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './log-options.ts';

/** Milliseconds after which a visitor notices the wait. */
const heldMs = 200;
/** Milliseconds between two timer ticks; far less than `heldMs`, so that a longer gap isn't idle time. */
const beatMs = 50;
/** Resolution of the event loop measurement, in milliseconds. */
const resolutionMs = 10;
const linesPerMinute = 10;
/** Maximum number of other requests that are logged beside the suspected one. */
const othersNamed = 5;

export interface Watchdog {
  /** Records that the process works on this request from now on. Costs one clock read. */
  readonly note: (request: IncomingMessage) => void;
  /** Tracks the requests that reach the framework. */
  readonly watch: (app: FastifyInstance) => void;
}

export interface WatchdogOptions {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly linesPerMinute?: number;
}

type Suspect = IncomingMessage | FastifyRequest;

interface Gap {
  readonly ms: number;
  /** The request recorded last; undefined for work outside requests. */
  readonly suspect: Suspect | undefined;
  readonly inHand: readonly FastifyRequest[];
}

/** Milliseconds; shorter gaps are late timer ticks. */
const noteworthyMs = 2 * beatMs;
const nothing: Gap = { ms: 0, suspect: undefined, inHand: [] };

function nameOf(suspect: Suspect) {
  const id = 'id' in suspect ? { reqId: suspect.id } : {};
  return { method: suspect.method, path: pathOf(suspect.url ?? ''), ...id };
}

/**
 * Measures how long the event loop is blocked, and logs which request blocked it for more than 200 ms.
 *
 * Each request that gets the loop is recorded with its time, and so is each tick of a timer. A blocked loop records
 * nothing: the request recorded last before the longest gap blocked it. Work that continues after another process's reply
 * may be attributed to a neighbour, so the requests in progress are logged as well.
 */
export function createWatchdog({ log, ...options }: WatchdogOptions): Watchdog {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const inHand = new Set<FastifyRequest>();
  const mayLog = perMinute(options.linesPerMinute ?? linesPerMinute);
  let suspect: Suspect | undefined;
  let notedAt = performance.now();
  let longest = nothing;
  let hasWaited = false;

  function note(next: Suspect | undefined): void {
    const now = performance.now();
    const ms = now - notedAt;
    if (ms > noteworthyMs && ms > longest.ms) longest = { ms, suspect, inHand: [...inHand] };
    suspect = next;
    notedAt = now;
  }

  function report(): void {
    note(undefined);
    const measured = delay.max / 1e6 - resolutionMs;
    const held = Math.max(measured, longest.ms);
    const gap = longest;
    // A gap that the measurement doesn't include yet is logged at the next tick, so that it is logged once.
    const isEarly = held >= heldMs && measured < heldMs && !hasWaited;
    hasWaited = isEarly;
    if (isEarly) return;
    delay.reset();
    longest = nothing;
    if (held < heldMs) return;
    const unlogged = mayLog();
    if (unlogged === undefined) return;
    const others = gap.inHand.filter((request) => request !== gap.suspect).slice(0, othersNamed);
    log.warn(
      {
        heldMs: Math.round(held),
        // Not `req`: the log presents whole requests under that name.
        ...(gap.suspect && { heldBy: nameOf(gap.suspect) }),
        ...(others.length > 0 && { inHand: others.map(nameOf) }),
        ...(unlogged > 0 && { unlogged }),
      },
      'event loop held',
    );
  }

  return {
    note,
    watch(app) {
      delay.enable();
      const beat = setInterval(report, beatMs).unref();
      app.addHook('onClose', async () => {
        clearInterval(beat);
        delay.disable();
      });
      app.addHook('onRequest', (request, _reply, done) => {
        inHand.add(request);
        note(request);
        done();
      });
      app.addHook('preHandler', (request, _reply, done) => {
        note(request);
        done();
      });
      app.addHook('onSend', (request, _reply, _payload, done) => {
        note(request);
        done();
      });
      app.addHook('onResponse', (request, _reply, done) => {
        inHand.delete(request);
        note(undefined);
        done();
      });
      app.addHook('onRequestAbort', (request, done) => {
        inHand.delete(request);
        done();
      });
    },
  };
}

/**
 * Rate limit for log lines per minute: returns the number of lines suppressed since the last one, or undefined to
 * suppress this one.
 */
function perMinute(most: number): () => number | undefined {
  let since = performance.now();
  let written = 0;
  let unlogged = 0;
  return () => {
    const now = performance.now();
    if (now - since >= 60_000) {
      since = now;
      written = 0;
    }
    if (written >= most) {
      unlogged += 1;
      return undefined;
    }
    written += 1;
    const before = unlogged;
    unlogged = 0;
    return before;
  };
}
