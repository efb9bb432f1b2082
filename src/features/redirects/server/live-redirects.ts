import type { IncomingMessage, ServerResponse } from 'node:http';
import { blogTags } from '../../../blog/contract.ts';
import { securityHeaders } from '../../../platform/http/security-headers.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import { oldAddressMax, readOldAddress } from '../old-address.ts';
import type { IsOwnPath } from '../own-paths.ts';
import { findWay, loadNames, type NamesOf } from './find-way.ts';
import { redirectsTag } from './redirect-store.ts';

/** Addresses whose ways are known in memory, a few hundred bytes each; of more, the oldest are asked for anew. */
const rememberedMax = 5_000;
/** How long browsers and proxies may keep the answer: what an owner changes is so everywhere an hour later. */
const redirectCacheControl = 'public, max-age=3600';

export interface LiveRedirectsParts {
  readonly storage: Pick<Storage, 'reader' | 'onChange' | 'checkForChanges'>;
  readonly isOwn: IsOwnPath;
  readonly isHttps: boolean;
}

/** Where addresses of before lead, ahead of everything that is made for a request. */
export interface LiveRedirects {
  /** Answers a request for an address whose way is known in memory; false leaves it untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether an address may be one of before: then `find` knows, and no kept page is sent for it. */
  mayLeadOn(request: IncomingMessage): boolean;
  /** Where an address (path and query, as in the request line) leads; undefined for one that leads nowhere. */
  find(url: string): Promise<string | undefined>;
  /** Of the answer. */
  headersFor(location: string): Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Hits are kept in memory, and no others: addresses that somebody makes up cost a look-up by key each, and push nothing
 * out. A site without redirects looks nothing up.
 */
export function createLiveRedirects(parts: LiveRedirectsParts): LiveRedirects {
  const { storage, isOwn, isHttps } = parts;
  const security = securityHeaders({ kind: 'api', isHttps });
  let remembered = new Map<string, string>();
  /** Undefined where it isn't known; null where nothing leads on. */
  let names: NamesOf | null | undefined;
  let heard = 0;
  let loading: Promise<NamesOf | null> | undefined;

  // Whether a blog is visible is among what all lists are made from.
  const stop = storage.onChange((tags) => {
    const isAbout = (tag: string) =>
      tag === everything || tag === redirectsTag || tag === blogTags.lists;
    if (!tags.some(isAbout)) return;
    heard += 1;
    remembered = new Map();
    if (tags.includes(everything) || tags.includes(redirectsTag)) {
      names = undefined;
      loading = undefined;
    }
  });

  async function load(): Promise<NamesOf | null> {
    const before = heard;
    const loaded = (await loadNames(storage.reader)) ?? null;
    if (before === heard) names = loaded;
    return loaded;
  }

  /** Who asks while they are being read waits for the same answer. */
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

  const headersFor = (location: string) => ({
    ...security,
    location,
    'cache-control': redirectCacheControl,
  });

  return {
    serve({ method, url = '' }, response) {
      if (remembered.size === 0 || (method !== 'GET' && method !== 'HEAD')) return false;
      if (!remembered.has(url)) return false;
      try {
        storage.checkForChanges();
      } catch {
        // Whether it still leads there is unknown.
        return false;
      }
      const location = remembered.get(url);
      if (location === undefined) return false;
      response.writeHead(301, { ...headersFor(location), 'content-length': '0' }).end();
      return true;
    },
    mayLeadOn({ method, url = '' }) {
      if (method !== 'GET' && method !== 'HEAD') return false;
      const mark = url.indexOf('?');
      // Most pages are asked for so, and need no reading.
      if (isOwn(mark < 0 ? url : url.slice(0, mark)) && (mark < 0 || names === null)) return false;
      const address = readOldAddress(url);
      if (!address) return false;
      if (!isOwn(address.path)) return true;
      if (mark < 0 || names === null) return false;
      if (names === undefined) return true;
      const counted = names.get(address.path) ?? [];
      return counted.some((all) => all.every((name) => address.query.has(name)));
    },
    async find(url) {
      storage.checkForChanges();
      const namesOf = names === undefined ? await currentNames() : names;
      if (!namesOf) return undefined;
      const before = heard;
      const found = await findWay(storage.reader, isOwn, url, namesOf);
      const location = found?.way.location;
      if (location !== undefined && before === heard) remember(url, location);
      return location;
    },
    headersFor,
    close: stop,
  };
}
