import { givenValues } from '../contract/call-api.ts';
import type { Tags } from '../contract/define-endpoint.ts';
import type { AddressQuery } from '../contract/page-query.ts';
import type { CanonicalPath } from '../http/canonical-path.ts';

/** An address whose replies are cached. */
export interface CachedAddress {
  /** URL path, with `:name` for a variable segment, such as `/blog/:id`. */
  readonly path: string;
  /** Query names that the reply depends on; all others are dropped before rendering. */
  readonly query: AddressQuery;
  /** Change tags that the reply depends on; a commit that touches one drops the entry. */
  readonly tags: Tags;
  /** Additional tags of a page's version for members; absent if the reply is the same for all visitors. */
  readonly memberTags?: Tags | undefined;
  /** Maximum age of an entry in milliseconds, if the reply changes with time. */
  readonly goodFor?: number | undefined;
  /**
   * Whether the reply is public at this time; absent means always. A commit that changes this touches the entry's tags.
   */
  readonly isKept?: (() => boolean) | undefined;
  /** Whether a bearer token is checked before the reply; absent where it is ignored, as for pages. */
  readonly takesTokens?: boolean | undefined;
}

export interface PageKey {
  /** The canonical URL; rendering uses only this URL. */
  readonly url: string;
  /** The matched pattern and the values of its parameters. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** Tags of the page for members; absent if there is none. */
  readonly memberTags: readonly string[] | undefined;
  readonly goodFor: number | undefined;
  readonly takesTokens: boolean;
}

/** Maximum length of a cached URL in characters: a search of 100 emoji and a cursor fit. */
const longestUrl = 2_048;
/** Characters that need no decoding, so that each path has a single spelling. */
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
 * Returns a function from URL (path and query of the request line) to cache key; undefined if the reply isn't cached:
 * the path is not listed or not canonical, a known query name is repeated or invalid, or the encoding is invalid.
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
      const { goodFor, takesTokens = false } = address;
      return { url: key, path: address.path, params, tags, memberTags, goodFor, takesTokens };
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
