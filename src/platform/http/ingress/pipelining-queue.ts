import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What Node's parser calls for the head of each request; 2 lets it leave the rest of what it has been given. */
type TakeHead = (request: IncomingMessage, keepAlive: boolean) => number;
type ParsedSocket = Socket & { readonly parser?: { onIncoming?: TakeHead } | null };

/**
 * Requests that may wait behind another one of their connection, some 3 KB each. Programs that send in a row send a
 * dozen or two; no browser does.
 */
const mostWaiting = 32;
const leaveTheRest = 2;

interface Queue {
  length: number;
  last: ServerResponse | undefined;
}

/** Answers requests that came in a row over one connection. */
export interface PipeliningQueue {
  /**
   * Has them answered one after the other: the next is begun when the reply before it has gone out. So whoever asks and
   * doesn't read has one reply made for them, and not all at once.
   */
  readonly inTurn: (answer: Listener) => Listener;
  /**
   * Bounds how many wait: the last of them is told that the connection ends with it, and no more is read. This has to
   * stand in the parser itself, which would make 2,400 requests of what arrives at once.
   */
  readonly watch: (server: Server) => void;
}

export function createPipeliningQueue(most = mostWaiting): PipeliningQueue {
  const queues = new WeakMap<Socket, Queue>();

  function wait(request: IncomingMessage, response: ServerResponse, answer: Listener): void {
    const queue = queues.get(request.socket);
    if (!queue) return;
    queue.length += 1;
    queue.last = response;
    // The reply gets the connection when the one before it has left it.
    response.once('socket', () => {
      queue.length -= 1;
      // After all others who ask had their turn: a row isn't answered in one go.
      setImmediate(() => {
        if (!request.socket.destroyed) answer(request, response);
      });
    });
  }

  return {
    inTurn: (answer) => (request, response) => {
      if (response.socket !== null) answer(request, response);
      else wait(request, response, answer);
    },
    watch(server) {
      server.on('connection', (socket: ParsedSocket) => {
        const { parser } = socket;
        const queue: Queue = { length: 0, last: undefined };
        queues.set(socket, queue);
        const takeHead = parser?.onIncoming;
        // Another Node might have another parser; a test tells.
        if (!takeHead) return;
        parser.onIncoming = (request, keepAlive) => {
          if (queue.length < most) return takeHead(request, keepAlive);
          if (queue.last) queue.last.shouldKeepAlive = false;
          socket.pause();
          return leaveTheRest;
        };
      });
    },
  };
}
