import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieJar } from '../../identity/session/cookies.ts';
import type { PageCache } from '../../platform/page-cache/page-cache.ts';
import type { Storage } from '../../storage/storage.ts';

/** Longer than a process serves cached pages without hearing of commits. */
const keptSeconds = 10;

export interface OwnWrites {
  /** Records in a cookie which node wrote. */
  note(reply: FastifyReply): void;
  /** Whether the client has just written through another node. */
  areElsewhere(cookie: string | undefined): boolean;
  /** Whether the cache may be older than the client's own write. */
  mayBeMissing(request: FastifyRequest): boolean;
  /** Makes such a request wait until this process has caught up with earlier commits. */
  await(app: FastifyInstance, pageCache: PageCache): void;
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
    mayBeMissing: (request) => behind.has(request),
    await(app, pageCache) {
      app.addHook('onRequest', async (request, reply) => {
        if (!areElsewhere(request.headers.cookie)) return;
        if (!(await catchUp())) behind.add(request);
        else if (pageCache.serve(request.raw, reply.raw)) reply.hijack();
      });
    },
  };
}
