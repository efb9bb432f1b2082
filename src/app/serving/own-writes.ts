import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieJar } from '../../identity/session/cookies.ts';
import type { Storage } from '../../storage/storage.ts';

/** Longer than a process serves cached pages without hearing of commits. */
const keptSeconds = 10;

export interface OwnWrites {
  /** Records in a cookie which node wrote. */
  note(reply: FastifyReply): void;
  /** Whether the client has just written through another node. */
  areElsewhere(cookie: string | undefined): boolean;
  /** Makes the request of such a client wait until this process has caught up with earlier commits. */
  await(request: FastifyRequest): Promise<void>;
  /** Whether what this process keeps may be older than the client's own write. */
  mayBeMissing(request: FastifyRequest): boolean;
}

/**
 * Read-your-writes: a client sees its own change in the next reply, whichever node answers. The cookie names a node and
 * no position: a forged one costs a single query shared by all waiting requests.
 */
export function createOwnWrites({ node, catchUp }: Storage, siteUrl: string): OwnWrites {
  const cookie = cookieJar('written', siteUrl);
  const behind = new WeakSet<FastifyRequest>();
  const areElsewhere = (header: string | undefined) => {
    if (node === undefined || !header?.includes(cookie.name)) return false;
    const writtenThrough = cookie.read(header);
    return writtenThrough !== undefined && writtenThrough !== node;
  };
  return {
    note(reply) {
      if (node !== undefined) reply.header('set-cookie', cookie.write(node, keptSeconds));
    },
    areElsewhere,
    async await(request) {
      if (areElsewhere(request.headers.cookie) && !(await catchUp())) behind.add(request);
    },
    mayBeMissing: (request) => behind.has(request),
  };
}
