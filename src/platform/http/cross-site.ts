import type { IncomingHttpHeaders } from 'node:http';
import { foreignOrigin } from '../contract/problems.ts';

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/**
 * Refuses a change that another site's page asks for: browsers say where a request comes from in `Sec-Fetch-Site`,
 * and where they don't (a site without https), in `Origin`. Throws `foreign-origin`.
 */
export function assertSameSite(headers: IncomingHttpHeaders, siteUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? headers.origin !== undefined && headers.origin === originOf(siteUrl)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreignOrigin();
}

/**
 * The same for a change that is a GET, such as `/logout`: a prefetch must not do it, and since browsers send no
 * `Origin` with a GET to their own site, the page named by `Referer` speaks for it. Throws `foreign-origin`.
 */
export function assertOwnNavigation(headers: IncomingHttpHeaders, siteUrl: string): void {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (/\bpre(fetch|render|view)/i.test(purpose)) throw foreignOrigin();
  const origin = headers.origin ?? originOf(headers.referer);
  assertSameSite({ ...headers, ...(origin !== undefined && { origin }) }, siteUrl);
}
