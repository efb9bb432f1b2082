import { once } from 'node:events';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createDraining } from './closing/draining.ts';
import type { HttpServerOptions } from './create-http-server.ts';
import { logOptions } from './log/log-options.ts';
import { handleProblems, type ProblemHandlerOptions } from './problem-handler.ts';
import { serverOptions } from './server-options.ts';
import { acceptOnlyJson } from './strict-json.ts';

/** Listens on a free port of 127.0.0.1 until the test ends; resolves to the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  return portOf(server);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen.');
  return address.port;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request over a new connection; its headers are the given ones and those that Node adds. */
export async function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = question;
  const sent = request({ port, host: '127.0.0.1', path, method, agent: false, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Sends these bytes unchanged; resolves to all that is received until the server closes the connection. */
export async function askRaw(port: number, message: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(message);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return answer;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly port: number;
  /** The logged lines, each one JSON object. */
  readonly lines: readonly string[];
}

/** Fastify with the site's options and the routes of `addRoutes`, listening on a free port. */
export async function startApp(
  addRoutes: (app: FastifyInstance) => void,
  options: ProblemHandlerOptions & Partial<HttpServerOptions> = {},
): Promise<TestApp> {
  const lines: string[] = [];
  const logger = pino(logOptions('info'), { write: (line) => void lines.push(line) });
  const app = Fastify(
    serverOptions({ logger, draining: createDraining(0), answerEarly: () => false, ...options }),
  );
  handleProblems(app, options);
  acceptOnlyJson(app);
  addRoutes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { app, port: portOf(app.server), lines };
}
