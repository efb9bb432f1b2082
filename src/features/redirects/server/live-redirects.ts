import type { IncomingMessage, ServerResponse } from 'node:http';
import { blogTags } from '../../../blog/contract.ts';
import { securityHeaders } from '../../../platform/http/security-headers.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import { oldAddressMax, readOldAddress } from '../old-address.ts';
import { coversPage, type IsOwnPath } from '../own-paths.ts';
import { findNames, findRedirect, loadNames, type NamesOf } from './find-redirect.ts';
import { redirectsTag } from './redirect-store.ts';

/** Maximum number of cached redirects, a few hundred bytes each; the oldest is evicted. */
const rememberedMax = 5_000;
/** Lifetime in browser and proxy caches: a change by an owner takes effect everywhere within an hour. */
const redirectCacheControl = 'public, max-age=3600';

export interface LiveRedirectsParts {
  readonly storage: Pick<Storage, 'reader' | 'onChange' | 'checkForChanges'>;
  readonly isOwn: IsOwnPath;
  readonly isHttps: boolean;
}

/** Redirects from addresses of the previous site, resolved before a page is rendered. */
export interface LiveRedirects {
  /** Answers a request from the cache; false if the address isn't cached. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether an address may be redirected: then `find` decides, and no cached page is sent. */
  mayLeadOn(request: IncomingMessage): boolean;
  /** The target of an address (path and query, as in the request line); undefined if it isn't redirected. */
  find(url: string): Promise<string | undefined>;
  /** Headers of the redirect. */
  headersFor(location: string): Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Only hits are cached: made-up addresses cost one look-up by key each, and evict nothing. A site without redirects
 * makes no look-ups.
 */
export function createLiveRedirects(parts: LiveRedirectsParts): LiveRedirects {
  const { storage, isOwn, isHttps } = parts;
  const security = securityHeaders({ kind: 'api', isHttps });
  let remembered = new Map<string, string>();
  /** Undefined if unknown; null without any redirects. */
  let names: NamesOf | null | undefined;
  let changes = 0;
  let loading: Promise<NamesOf | null> | undefined;

  // Every list depends on which blogs are visible, so its tag covers changes of visibility.
  const stop = storage.onChange((tags) => {
    const isAbout = (tag: string) =>
      tag === everything || tag === redirectsTag || tag === blogTags.lists;
    if (!tags.some(isAbout)) return;
    changes += 1;
    remembered = new Map();
    if (tags.includes(everything) || tags.includes(redirectsTag)) {
      names = undefined;
      loading = undefined;
    }
  });

  async function load(): Promise<NamesOf | null> {
    const before = changes;
    const loaded = (await loadNames(storage.reader)) ?? null;
    if (before === changes) names = loaded;
    return loaded;
  }

  /** Concurrent callers share one query. */
  function currentNames(): Promise<NamesOf | null> {
    loading ??= load();
    const asked = loading;
    const end = () => {
      if (loading === asked) loading = undefined;
    };
    asked.then(end, end);
    return asked;
  }

  function remember(url: string, location: string): void {
    if (url.length > oldAddressMax) return;
    const [oldest] = remembered.keys();
    if (remembered.size >= rememberedMax && oldest !== undefined) remembered.delete(oldest);
    remembered.set(url, location);
  }

  /** False if a change can't be ruled out: then nothing that is in memory is used. */
  function isUpToDate(): boolean {
    try {
      storage.checkForChanges();
      return true;
    } catch {
      return false;
    }
  }

  const headersFor = (location: string) => ({
    ...security,
    location,
    'cache-control': redirectCacheControl,
  });

  return {
    serve({ method, url = '' }, response) {
      if (remembered.size === 0 || (method !== 'GET' && method !== 'HEAD')) return false;
      if (!remembered.has(url) || !isUpToDate()) return false;
      const location = remembered.get(url);
      if (location === undefined) return false;
      response.writeHead(301, { ...headersFor(location), 'content-length': '0' }).end();
      return true;
    },
    mayLeadOn({ method, url = '' }) {
      if (method !== 'GET' && method !== 'HEAD') return false;
      const mark = url.indexOf('?');
      const hasQuery = mark >= 0 && names !== null;
      // A shortcut for most page requests: no parsing.
      if (coversPage(isOwn, mark < 0 ? url : url.slice(0, mark), hasQuery)) return false;
      const address = readOldAddress(url);
      if (!address || coversPage(isOwn, address.path, hasQuery)) return false;
      if (!isOwn(address.path) || names === undefined) return true;
      const counted = names?.get(address.path) ?? [];
      return counted.some((all) => all.every((name) => address.query.has(name)));
    },
    async find(url) {
      if (!isUpToDate()) {
        const found = await findRedirect(
          storage.reader,
          isOwn,
          url,
          await findNames(storage.reader),
        );
        return found?.way.location;
      }
      const namesOf = names === undefined ? await currentNames() : names;
      if (!namesOf) return undefined;
      const before = changes;
      const found = await findRedirect(storage.reader, isOwn, url, namesOf);
      const location = found?.way.location;
      if (location !== undefined && before === changes) remember(url, location);
      return location;
    },
    headersFor,
    close: stop,
  };
}
