import type { IncomingHttpHeaders } from 'node:http';
import { foreignOrigin } from '../contract/problems.ts';
import type { CallRequest } from './answers/answers.ts';

/** The part of a request that shows its origin. */
export type AskedFrom = Pick<CallRequest, 'headers' | 'log'>;

/** CSRF protection: accepts changes from the site's own pages only. */
export interface OwnPagesOnly {
  /**
   * Refuses a change requested by another site's page: browsers state the origin in `Sec-Fetch-Site`, or in `Origin` if
   * they don't send that (a site without https). Throws `foreign-origin`.
   */
  assertSameSite(request: AskedFrom): void;
  /**
   * The same for a change by GET, such as the redirect to a provider: only a script of the site or a navigation by the
   * visitor may request it, not a prefetch or a subresource such as a picture. Since browsers send no `Origin` with a
   * same-origin GET, `Referer` names the page. Throws `foreign-origin`.
   */
  assertOwnNavigation(request: AskedFrom): void;
  /**
   * The same, for scripts only: `/logout`, because any author can put a link to it into a text. Throws
   * `foreign-origin`.
   */
  assertOwnScript(request: AskedFrom): void;
}

export interface OwnPagesOptions {
  /** The site's public URL, without a trailing slash. */
  readonly siteUrl: string;
  /** No public URL is configured: the site accepts any host name. */
  readonly goesByAnyName?: boolean;
}

/** Maximum number of foreign origins that are logged: a client can invent any number. */
const reportedMax = 10;
/** Values of `Sec-Fetch-Dest` for scripts and navigations. */
const ownDestinations: readonly unknown[] = [undefined, 'empty', 'document'];
/** First `Accept` type for a picture, sound, font or style sheet, for browsers without `Sec-Fetch-Dest`. */
const partOfPage = /^\s*(image|audio|video|font|text\/css)/i;
const ahead = /pre(fetch|render|view)/i;
/** A host name or address with an optional port, and no other part of a URL. */
const hostName = /^[\w.:[\]-]+$/;

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The `Origin` header, if it has the exact form that browsers send. */
function givenOrigin({ origin }: IncomingHttpHeaders): string | undefined {
  return originOf(origin) === origin ? origin : undefined;
}

/** The request's own origin in the browser's form; a trusted proxy reports the protocol. */
function askedAt(headers: IncomingHttpHeaders): string | undefined {
  if (!hostName.test(headers.host ?? '')) return undefined;
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return originOf(`${protocol}://${headers.host}`);
}

function isAskedAhead(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    ahead.test(String(headers[name] ?? '')),
  );
}

function isPartOfPage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return !ownDestinations.includes(destination);
  return partOfPage.test(headers.accept ?? '');
}

/**
 * Whether the request is a navigation (link, bookmark, redirect) and not from a script. Browsers that don't say so (a
 * site without https) accept `text/html` explicitly, which no script of the site does.
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-dest': destination, 'sec-fetch-mode': mode } = headers;
  if (destination === 'document' || mode === 'navigate') return true;
  return (
    destination === undefined && mode === undefined && /text\/html/i.test(headers.accept ?? '')
  );
}

export function ownPagesOnly({ siteUrl, goesByAnyName }: OwnPagesOptions): OwnPagesOnly {
  const reported = new Set<string>();

  function ownOriginOf(headers: IncomingHttpHeaders): string | undefined {
    return (goesByAnyName ? askedAt(headers) : undefined) ?? originOf(siteUrl);
  }

  /** A visitor who uses another name of the site has one of its pages open and can't see why changes are refused. */
  function warnOperator({ log }: AskedFrom, origin: string, own: string): void {
    if (reported.size >= reportedMax || reported.has(origin)) return;
    reported.add(origin);
    log.warn(
      { origin, siteUrl: own },
      `Changes from pages at ${origin} are refused: the site goes by ${own}. If people reach it there, set SITE_URL to that address`,
    );
  }

  function refuse(request: AskedFrom, origin: string | undefined): never {
    const own = ownOriginOf(request.headers) ?? siteUrl;
    const hasFetchSite = request.headers['sec-fetch-site'] !== undefined;
    if (!hasFetchSite && origin !== undefined) warnOperator(request, origin, own);
    throw foreignOrigin({
      message: `This request came from another site. This one goes by ${own}: please open it there.`,
    });
  }

  function assertFrom(request: AskedFrom, origin: string | undefined): void {
    const site = request.headers['sec-fetch-site'];
    const isOwn =
      site === undefined
        ? origin !== undefined && origin === ownOriginOf(request.headers)
        : site === 'same-origin' || site === 'none';
    if (!isOwn) refuse(request, origin);
  }

  function assertOwnNavigation(request: AskedFrom): void {
    const { headers } = request;
    if (isAskedAhead(headers) || isPartOfPage(headers)) throw foreignOrigin();
    assertFrom(
      request,
      headers.origin === undefined ? originOf(headers.referer) : givenOrigin(headers),
    );
  }

  return {
    assertSameSite: (request) => assertFrom(request, givenOrigin(request.headers)),
    assertOwnNavigation,
    assertOwnScript(request) {
      const { headers } = request;
      if (isNavigation(headers) || headers['sec-fetch-site'] === 'none') throw foreignOrigin();
      assertOwnNavigation(request);
    },
  };
}
