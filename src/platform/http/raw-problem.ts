import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Problem,
  type ProblemBody,
  tokenNotEnough,
  tokenNotValid,
} from '../contract/problems.ts';
import { negotiated } from './problem-json.ts';
import { securityHeaders } from './security-headers.ts';

// Not by `import`: see create-http-server.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** 96 random bits: enough to find one request in a log, made here so that no client can choose it. */
export function createRequestId(): string {
  return randomBytes(12).toString('base64url');
}

/** What an error reply says to the person and to the program. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  return {
    code: problem.code,
    message: problem.message,
    requestId,
    ...(problem.issues && { issues: problem.issues }),
    ...(problem.isGone && { isGone: true }),
  };
}

/** What RFC 6750, section 3, has programs told whose token isn't enough. */
const challenges: Readonly<Record<string, string>> = {
  [tokenNotValid.code]: 'Bearer error="invalid_token"',
  [tokenNotEnough.code]: 'Bearer error="insufficient_scope"',
};

/** Headers of an error reply, with `Retry-After` where trying again makes sense. */
export function problemHeaders(problem: Problem): Record<string, string> {
  const isTemporary = problem.status === 429 || problem.status === 503;
  const retryAfter = problem.retryAfter ?? (isTemporary ? 1 : undefined);
  const challenge = challenges[problem.code];
  return {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
  };
}

const codeOfProblem = Symbol('code of the problem');
type RequestWithProblem = IncomingMessage & { [codeOfProblem]?: string };

/** Notes what a request is refused with, for who looks on. */
export function noteProblem(request: IncomingMessage, { code }: Problem): void {
  (request as RequestWithProblem)[codeOfProblem] = code;
}

/** What the request was refused with, if it was. */
export function problemOf(request: IncomingMessage): string | undefined {
  return (request as RequestWithProblem)[codeOfProblem];
}

/** Answers ahead of the framework and closes the connection: what made it refuse may go on in the same stream. */
export function endWithProblem(
  response: ServerResponse,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { accept } = response.req.headers;
  const reply = negotiated(accept, problem.status, problemBody(problem, createRequestId()));
  noteProblem(response.req, problem);
  response.shouldKeepAlive = false;
  const own = { ...refusalHeaders(problem, reply.text), ...reply.headers };
  response.writeHead(problem.status, { ...own, ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : reply.text);
}

/** A whole HTTP/1.1 message, for a socket on which no request could be read. */
export function problemMessage(
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify(problemBody(problem, createRequestId()));
  const lines = Object.entries({
    ...refusalHeaders(problem, body),
    connection: 'close',
    ...headers,
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`;
}

function refusalHeaders(problem: Problem, body: string): Record<string, string> {
  return {
    ...securityHeaders({ kind: 'api', isHttps: false }),
    ...problemHeaders(problem),
    'content-length': String(Buffer.byteLength(body)),
  };
}
