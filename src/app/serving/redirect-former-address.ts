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
 * Redirects a request for a former address, and returns true. Any other unknown address continues, and is counted if it
 * gives a 404.
 */
export async function redirectFormerAddress(
  { redirects, missed, pageCache, ownWrites }: Leading,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { raw, ip } = request;
  if (!redirects.mayLeadOn(raw) || !isPage(request.url)) return false;
  const { url = '/' } = raw;
  const serveKept = () => {
    if (ownWrites.mayBeMissing(request) || !pageCache.serve(raw, reply.raw)) return false;
    reply.hijack();
    return true;
  };
  let location: string | undefined;
  try {
    location = await redirects.find(url);
  } catch (error) {
    // Serve a stale cached page rather than an error.
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
