import { givenValues } from '../contract/call-api.ts';
import type { Tags } from '../contract/define-endpoint.ts';
import type { AddressQuery } from '../contract/page-query.ts';
import type { CanonicalPath } from '../http/canonical-path.ts';

/** An address whose replies are cached. */
export interface CachedAddress {
  /** URL path, with `:name` for a segment that varies, such as `/blog/:id`. */
  readonly path: string;
  /** The names that the reply depends on; all others are dropped before anything is rendered. */
  readonly query: AddressQuery;
  /** What the reply is made from; a commit that touches one of these tags drops the entry. */
  readonly tags: Tags;
  /** Of a page, what its form for members is made from besides; absent for a reply that is the same for everybody. */
  readonly memberTags?: Tags | undefined;
  /** Milliseconds for which an entry is good at most, where the reply changes with the clock. */
  readonly goodFor?: number | undefined;
  /** Whether the reply is for everybody now; always where absent. A commit that changes that touches its tags. */
  readonly isKept?: (() => boolean) | undefined;
}

export interface PageKey {
  /** The one URL that stands for all ways to write it; what is rendered is rendered from this. */
  readonly url: string;
  /** The pattern that the URL is one of, and the values of its parameters. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** What the page of members is made from; absent where there is none. */
  readonly memberTags: readonly string[] | undefined;
  readonly goodFor: number | undefined;
}

/** Longest URL that is cached, in characters: a search of 100 emoji and a cursor fit. */
const longestUrl = 2_048;
/** Characters that need no decoding, so that a path can be written in one way only. */
const segment = '([\\w~-][\\w.~-]*)';

interface CompiledAddress {
  readonly address: CachedAddress;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

function compile(address: CachedAddress): CompiledAddress {
  const names = [...address.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const source = address.path
    .split(/:\w+/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(segment);
  return { address, names, pattern: new RegExp(`^${source}$`) };
}

/**
 * The function that gives the key of a URL (path and query as in the request line), or undefined where the reply
 * isn't to be kept: the path is not on the list or spelled in another way, a known name is repeated or asks for what can't be had, or something
 * is not well encoded.
 */
export function createPageKeys(
  addresses: readonly CachedAddress[],
  canonicalPath: CanonicalPath,
): (url: string) => PageKey | undefined {
  const compiled = addresses.map(compile);
  return (url) => {
    if (url.length > longestUrl) return undefined;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    for (const { address, names, pattern } of compiled) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (address.isKept?.() === false) return undefined;
      const query = mark < 0 ? '' : normalQuery(url.slice(mark + 1), address.query);
      if (query === undefined) return undefined;
      if (canonicalPath(path) !== undefined) return undefined;
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
      const key = query ? `${path}?${query}` : path;
      if (key.length > longestUrl) return undefined;
      const tags = address.tags(params);
      const memberTags = address.memberTags && [...tags, ...address.memberTags(params)];
      const { goodFor } = address;
      return { url: key, path: address.path, params, tags, memberTags, goodFor };
    }
    return undefined;
  };
}

function normalQuery(query: string, schema: AddressQuery): string | undefined {
  const given: Record<string, string> = {};
  for (const part of query.split('&')) {
    const sign = part.indexOf('=');
    const name = decode(sign < 0 ? part : part.slice(0, sign));
    const value = decode(sign < 0 ? '' : part.slice(sign + 1));
    if (name === undefined || value === undefined) return undefined;
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (Object.hasOwn(given, name)) return undefined;
    given[name] = value;
  }
  const read = schema.safeParse(given);
  return read.success ? new URLSearchParams(givenValues(read.data)).toString() : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
