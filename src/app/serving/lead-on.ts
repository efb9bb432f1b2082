import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveRedirects, MissedCounter } from '../../features/redirects/feature.ts';
import type { PageCache } from '../../platform/page-cache/page-cache.ts';
import { isPage } from '../rendering/pages.ts';
import type { OwnWrites } from './own-writes.ts';

export interface Leading {
  readonly redirects: LiveRedirects;
  readonly missed: MissedCounter;
  readonly pageCache: PageCache;
  readonly ownWrites: OwnWrites;
}

/**
 * Answers a request for an address of before, and returns true. Any other that isn't the site's own goes on, and is counted
 * where nothing is found at it.
 */
export async function leadOn(
  { redirects, missed, pageCache, ownWrites }: Leading,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { raw, ip } = request;
  if (!redirects.mayLeadOn(raw) || !isPage(request.url)) return false;
  const { url = '/' } = raw;
  const serveKept = () => {
    if (ownWrites.areElsewhere(raw.headers.cookie) || !pageCache.serve(raw, reply.raw))
      return false;
    reply.hijack();
    return true;
  };
  let location: string | undefined;
  try {
    location = await redirects.find(url);
  } catch (error) {
    // A page that is kept is as good as it was.
    if (serveKept()) return true;
    throw error;
  }
  if (location !== undefined) {
    reply.code(301).headers(redirects.headersFor(location)).send();
    return true;
  }
  reply.raw.once('finish', () => {
    if (reply.raw.statusCode === 404) missed.note(url, ip);
  });
  return serveKept();
}
