import { once } from 'node:events';
import type { Logger } from 'pino';
import { warnThrottled } from '../../platform/http/log/log-problem.ts';
import { ConfigError, type MetricsAddress } from '../config.ts';

// Not imported: see create-http-server.ts.
const { createServer } = process.getBuiltinModule('node:http');

/** Enough for one or two Prometheus servers and an operator. */
const connectionsMax = 16;
const timeoutMs = 10_000;
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Renders the reply to `GET /metrics`. */
export type Scrape = () => Promise<string>;

function failureOf(error: unknown, { host, port }: MetricsAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return error;
  return new ConfigError(
    `Metrics can't be served at port ${port} of ${host} (${code}): set METRICS_PORT and METRICS_HOST to others.`,
  );
}

/**
 * Serves Prometheus on a port of its own, closed to visitors. Resolves to a function that closes it. Throws
 * `ConfigError` where it can't listen.
 */
export async function serveMetrics(
  address: MetricsAddress,
  scrape: Scrape,
  logger: Logger,
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: timeoutMs, headersTimeout: timeoutMs });
  server.maxConnections = connectionsMax;
  server.on('request', async (request, response) => {
    const isRight = request.url === '/metrics' && request.method === 'GET';
    if (!isRight) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await scrape();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    } catch (error) {
      warnThrottled(logger, error, 'metrics not served');
      response.writeHead(500).end();
    }
  });
  try {
    const listening = once(server, 'listening');
    server.listen(address.port, address.host);
    await listening;
  } catch (error) {
    throw failureOf(error, address);
  }
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
