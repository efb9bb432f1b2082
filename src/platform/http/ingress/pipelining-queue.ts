import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Called by Node's parser for each request head. Returning 2 makes it stop parsing the rest of the received bytes. */
type TakeHead = (request: IncomingMessage, keepAlive: boolean) => number;
type ParsedSocket = Socket & { readonly parser?: { onIncoming?: TakeHead } | null };

/**
 * Maximum pipelined requests waiting per connection, about 3 KB each. Clients that pipeline send a dozen or two;
 * browsers send none.
 */
const maxWaiting = 32;
const stopParsing = 2;

interface Queue {
  length: number;
  last: ServerResponse | undefined;
}

/** Pipelined requests of one connection (RFC 9112, 9.3.2). */
export interface PipeliningQueue {
  /**
   * Answers them one after the other: the next one starts when the previous reply has been written. A client that sends
   * requests and doesn't read then costs one reply, not all of them.
   */
  readonly inOrder: (answer: Listener) => Listener;
  /**
   * Limits the waiting requests: the reply to the last one closes the connection, and nothing more is read. The limit
   * has to be in the parser, which otherwise creates up to 2,400 requests from one read.
   */
  readonly watch: (server: Server) => void;
}

export function createPipeliningQueue(max = maxWaiting): PipeliningQueue {
  const queues = new WeakMap<Socket, Queue>();

  function wait(request: IncomingMessage, response: ServerResponse, answer: Listener): void {
    const queue = queues.get(request.socket);
    if (!queue) return;
    queue.length += 1;
    queue.last = response;
    // Node emits `socket` on a reply when the previous reply of the connection has ended.
    response.once('socket', () => {
      queue.length -= 1;
      // After the other connections of this turn of the event loop: one connection can't occupy it.
      setImmediate(() => {
        if (!request.socket.destroyed) answer(request, response);
      });
    });
  }

  return {
    inOrder: (answer) => (request, response) => {
      if (response.socket !== null) answer(request, response);
      else wait(request, response, answer);
    },
    watch(server) {
      server.on('connection', (socket: ParsedSocket) => {
        const { parser } = socket;
        const queue: Queue = { length: 0, last: undefined };
        queues.set(socket, queue);
        const takeHead = parser?.onIncoming;
        // Internal to Node: a test fails if a later version changes it.
        if (!takeHead) return;
        parser.onIncoming = (request, keepAlive) => {
          if (queue.length < max) return takeHead(request, keepAlive);
          if (queue.last) queue.last.shouldKeepAlive = false;
          socket.pause();
          return stopParsing;
        };
      });
    },
  };
}
