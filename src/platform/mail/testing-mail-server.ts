import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { openMailServer, type SmtpFaults } from './testing-smtp.ts';

export type { SmtpFaults };

/** Opens a mail server that is closed when the test ends. */
export async function startMailServer(temper: SmtpFaults = {}) {
  const server = await openMailServer(temper);
  onTestFinished(server.close);
  return server;
}

/** The address of a port on which no mail server listens. */
export async function closedSmtpPort(): Promise<{ smtpUrl: string; from: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'hub@example.org' };
}
