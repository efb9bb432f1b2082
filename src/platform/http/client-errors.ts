import type { Socket } from 'node:net';
import {
  badRequest,
  headersTooLarge,
  methodNotAllowed,
  type Problem,
  tooSlow,
} from '../contract/problems.ts';
import { longUrlProblem, maxUrlBytes, siteMethods } from './create-http-server.ts';
import { problemMessage } from './raw-problem.ts';

/** Bytes of a packet in which a header is looked for: the limit of a head, and of what came beyond it. */
const maxHeadBytes = 32 * 1_024;

export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/** Answers bytes that could not be parsed as a request, and closes the connection. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerBegun(socket)) {
    socket.destroy();
    return;
  }
  const answer = problemOf(error);
  const headers = answer.status === 405 ? { allow: siteMethods } : undefined;
  const message = problemMessage(answer, acceptIn(error.rawPacket), headers);
  socket.end(message, () => socket.destroy());
}

function problemOf({ code, rawPacket }: ClientError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return longUrlIn(rawPacket) ?? headersTooLarge();
    case 'HPE_INVALID_METHOD':
      return hasRequestLine(rawPacket) ? methodNotAllowed() : badRequest();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow();
    default:
      return badRequest();
  }
}

/** The URL counts towards the header limit, so a very long URL overflows that first. */
function longUrlIn(packet: unknown): Problem | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const [, url = ''] = packet.toString('latin1').split(' ', 2);
  return url.length > maxUrlBytes ? longUrlProblem(url) : undefined;
}

/** The `Accept` header in a request's head, as far as the head is in the packet that could not be parsed. */
function acceptIn(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const [head = ''] = packet.toString('latin1', 0, maxHeadBytes).split('\r\n\r\n', 1);
  return /\r\naccept:([^\r\n]*)/i.exec(head)?.[1];
}

/** Whether it is a valid request line apart from the method. */
function hasRequestLine(packet: unknown): boolean {
  return (
    Buffer.isBuffer(packet) && /^[A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/.test(packet.toString('latin1'))
  );
}

/** The parts of Node's socket that show what is being read and answered on it. */
interface ConnectionState {
  readonly _httpMessage?: { readonly headersSent?: boolean } | null;
  readonly parser?: { readonly incoming?: { readonly complete?: boolean } | null } | null;
}

/**
 * Whether part of a reply has been sent: a second reply in the middle of it would be read as its content, and one for
 * the rest of a body whose request was answered already as the reply to the next request.
 */
function hasAnswerBegun({ _httpMessage, parser }: Socket & ConnectionState): boolean {
  if (_httpMessage) return _httpMessage.headersSent === true;
  return parser?.incoming?.complete === false;
}
