/** A URL whose finished reply may be kept. */
export interface FinishedRoute {
  /** URL path, with `:name` for a segment that varies, such as `/blog/:id`. */
  readonly pattern: string;
  /** The names of the query that the reply depends on; all others are dropped before anything is rendered. */
  readonly query: readonly string[];
  /** What the reply is made from; a commit that touches one of these tags drops it. */
  readonly tags: (params: Readonly<Record<string, string>>) => readonly string[];
}

export interface PageKey {
  /** The one URL that stands for all ways to write it; what is rendered is rendered from this. */
  readonly url: string;
  readonly tags: readonly string[];
}

/** Longest URL that is kept: a search of 100 emoji and a cursor fit. */
const longestUrl = 2_048;
/** Characters that need no decoding, so that a path can be written in one way only. */
const segment = '([\\w~-][\\w.~-]*)';

interface CompiledRoute {
  readonly route: FinishedRoute;
  readonly path: RegExp;
  readonly names: readonly string[];
}

function compile(route: FinishedRoute): CompiledRoute {
  const names = [...route.pattern.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const source = route.pattern
    .split(/:\w+/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(segment);
  return { route, names, path: new RegExp(`^${source}$`) };
}

/**
 * The function that gives the key of a URL (path and query as in the request line), or undefined where the reply
 * isn't to be kept: the path is not on the list, a known name is repeated, or something is not well encoded.
 */
export function createPageKeys(
  routes: readonly FinishedRoute[],
): (url: string) => PageKey | undefined {
  const compiled = routes.map(compile);
  return (url) => {
    if (url.length > longestUrl) return undefined;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    for (const { route, names, path: pattern } of compiled) {
      const match = pattern.exec(path);
      if (!match) continue;
      const query = mark < 0 ? '' : normalQuery(url.slice(mark + 1), route.query);
      if (query === undefined) return undefined;
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
      const key = query ? `${path}?${query}` : path;
      return key.length > longestUrl ? undefined : { url: key, tags: route.tags(params) };
    }
    return undefined;
  };
}

function normalQuery(query: string, known: readonly string[]): string | undefined {
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    const sign = part.indexOf('=');
    const name = decode(sign < 0 ? part : part.slice(0, sign));
    const value = decode(sign < 0 ? '' : part.slice(sign + 1));
    if (name === undefined || value === undefined) return undefined;
    if (!known.includes(name)) continue;
    if (values.has(name)) return undefined;
    values.set(name, value);
  }
  return known
    .filter((name) => values.has(name))
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(values.get(name) ?? '')}`)
    .join('&');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
