import type { IncomingHttpHeaders } from 'node:http';
import { foreignOrigin } from '../contract/problems.ts';
import type { CallRequest } from './answers/answers.ts';

/** What tells where a request comes from. */
export type AskedFrom = Pick<CallRequest, 'headers' | 'log'>;

/** Lets changes be asked for by the site's own pages only. */
export interface OwnPagesOnly {
  /**
   * Refuses a change that another site's page asks for: browsers say where a request comes from in `Sec-Fetch-Site`,
   * and where they don't (a site without https), in `Origin`. Throws `foreign-origin`.
   */
  assertSameSite(request: AskedFrom): void;
  /**
   * The same for a change that is a GET, such as the way to a provider: only a script of the site or a navigation by the
   * visitor may request it, no prefetch and no subresource, such as a picture. Since browsers send no `Origin` with a GET
   * to their own site, `Referer` names the page. Throws `foreign-origin`.
   */
  assertOwnNavigation(request: AskedFrom): void;
  /** The same, for a script alone: `/logout`, since anybody can put a link to it into a text. Throws `foreign-origin`. */
  assertOwnScript(request: AskedFrom): void;
}

export interface OwnPagesOptions {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  /** Nobody has said what the site is reached by: then it goes by whatever name it is asked by. */
  readonly goesByAnyName?: boolean;
}

/** Foreign names that are logged for the operator, at most: anybody can make up more. */
const reportedMax = 10;
/** What a change may be asked for as (`Sec-Fetch-Dest`): by a script, or by going there. */
const ownDestinations: readonly unknown[] = [undefined, 'empty', 'document'];
/** What browsers that say nothing else ask for first when a page holds a picture, a sound, a font, a style sheet. */
const partOfPage = /^\s*(image|audio|video|font|text\/css)/i;
const ahead = /pre(fetch|render|view)/i;
/** A name or an address, and a port; nothing that would be more than that in a URL. */
const hostName = /^[\w.:[\]-]+$/;

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** What `Origin` says; browsers write it in one way only. */
function givenOrigin({ origin }: IncomingHttpHeaders): string | undefined {
  return originOf(origin) === origin ? origin : undefined;
}

/** Where the request went, as the browser writes it; the protocol is a trusted proxy's word. */
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
 * Whether somebody goes to the address: by a link, a bookmark or a redirection, and not a script. Browsers that don't say so
 * (a site without https) ask for `text/html` by name, as no script of the site does.
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

  /** A visitor who uses another name of the site has a page of the site open, and can't see why a change is refused. */
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
