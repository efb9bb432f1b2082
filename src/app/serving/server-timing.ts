import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { HttpServerOptions } from '../../platform/http/create-http-server.ts';
import { queries, renders } from '../../platform/telemetry/durations.ts';

/** Milliseconds spent on one reply so far. */
interface Timing {
  readonly began: number;
  database: number;
  render: number;
}

/** Node stores the head of a reply here once it is written; see page-cache/head.ts. */
interface WrittenResponse {
  _header?: string | null;
}

const endOfHead = '\r\n\r\n';

function lineOf({ began, database, render }: Timing): string {
  const total = performance.now() - began;
  const parts = { database, render, total };
  const metrics = Object.entries(parts).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
  return `\r\nServer-Timing: ${metrics.join(', ')}`;
}

/** Adds the header when the head is written: the head of a cached page was built before. */
function addWhenWritten(response: ServerResponse, timing: Timing): void {
  let written = (response as WrittenResponse)._header;
  Object.defineProperty(response, '_header', {
    configurable: true,
    get: () => written,
    set(head: string | null) {
      const isWhole = head?.endsWith(endOfHead);
      written = isWhole ? head?.slice(0, -endOfHead.length) + lineOf(timing) + endOfHead : head;
    },
  });
}

/**
 * Adds a `Server-Timing` header with database, rendering (including its queries) and total time. For developers only:
 * timings would leak the size of a person's data.
 */
export function observeTiming(): NonNullable<HttpServerOptions['observe']> {
  const timings = new AsyncLocalStorage<Timing>();
  queries.subscribe(({ ms }) => {
    const timing = timings.getStore();
    if (timing) timing.database += ms;
  });
  renders.subscribe(({ ms }) => {
    const timing = timings.getStore();
    if (timing) timing.render += ms;
  });
  return (answer) => (request, response) => {
    const timing = { began: performance.now(), database: 0, render: 0 };
    addWhenWritten(response, timing);
    timings.run(timing, answer, request, response);
  };
}
