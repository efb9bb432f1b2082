import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieJar } from '../../identity/session/cookies.ts';
import type { PageCache } from '../../platform/page-cache/page-cache.ts';
import type { Storage } from '../../storage/storage.ts';

/** Longer than a process serves finished pages without having heard of commits. */
const keptSeconds = 10;

export interface OwnWrites {
  /** Remembers, in the browser, through which node something was changed. */
  note(reply: FastifyReply): void;
  /** Whether somebody asks who has changed something through another node just now. */
  areElsewhere(cookie: string | undefined): boolean;
  /** Whether nobody knows if what is kept is as new as what they have changed. */
  mayBeMissing(request: FastifyRequest): boolean;
  /** Has such a request wait until this process knows of what was committed before. */
  await(app: FastifyInstance, pageCache: PageCache): void;
}

/**
 * Whoever has changed something sees it in the next reply, whichever node gives it. The cookie names a node and no
 * position: one that was made up costs a question that all who wait share.
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
