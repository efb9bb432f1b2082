import { toNfc } from '../../platform/text/normal-form.ts';

/** Maximum length of a stored address in characters: it has to fit into a PostgreSQL index. */
export const oldAddressMax = 400;
/** Longer addresses aren't parsed. */
const givenMax = 2_048;
/** Maximum number of query parameters of a redirect. */
const namesMax = 3;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them.
const unusable = /[\u0000-\u001F\u007F\\]/;

/** A normalized address of the previous site: `/2019/05/title`, or `/` with `p=123`. */
export interface OldAddress {
  /** Decoded, in lower case, NFC, with single slashes between segments and none at the end. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
}

function pathOf(given: string): string | undefined {
  try {
    const text = toNfc(toNfc(decodeURIComponent(given)).toLowerCase());
    if (!text.isWellFormed() || unusable.test(text)) return undefined;
    const path = `/${text.split('/').filter(Boolean).join('/')}`;
    return path.length <= oldAddressMax ? path : undefined;
  } catch {
    // Malformed percent-encoding.
    return undefined;
  }
}

/**
 * Parses path and query of a request line. Undefined if it can't be a redirect's address: too long or badly encoded.
 */
export function readOldAddress(target: string): OldAddress | undefined {
  if (target.length > givenMax || !target.startsWith('/')) return undefined;
  const [place = '/'] = target.split('#', 1);
  const mark = place.indexOf('?');
  const path = pathOf(mark < 0 ? place : place.slice(0, mark));
  if (path === undefined) return undefined;
  const query = new Map<string, string>();
  if (mark >= 0) {
    for (const [name, value] of new URLSearchParams(place.slice(mark + 1))) {
      // The first value of a repeated parameter counts, as in the systems that made such addresses.
      if (name !== '' && !query.has(name)) query.set(name, value);
    }
  }
  return { path, query };
}

/** The names of query parameters, encoded as in `shape`. */
const joined = (names: readonly string[]) => names.map(encodeURIComponent).join('&');

/** The path with the names of its parameters: a site has few distinct shapes, so all of them fit into memory. */
export function shapeOf(path: string, names: readonly string[]): string {
  return `${path}?${joined(names)}`;
}

export function readShape(shape: string): { readonly path: string; readonly names: string[] } {
  const mark = shape.lastIndexOf('?');
  const names = shape
    .slice(mark + 1)
    .split('&')
    .map(decodeURIComponent);
  return { path: shape.slice(0, mark), names };
}

/**
 * The key of an address with these parameters of its query; undefined if a parameter is missing or the key is too long.
 */
export function keyOf({ path, query }: OldAddress, names: readonly string[]): string | undefined {
  if (names.length === 0) return path;
  const pairs: [string, string][] = [];
  for (const name of names) {
    const value = query.get(name);
    if (value === undefined || !value.isWellFormed()) return undefined;
    pairs.push([name, toNfc(value)]);
  }
  const key = `${path}?${new URLSearchParams(pairs)}`;
  return key.length <= oldAddressMax ? key : undefined;
}

/** The address of a redirect, as stored. */
export interface OldKey extends OldAddress {
  readonly key: string;
  /** The sorted names of its parameters, all of which must match. */
  readonly names: readonly string[];
}

/**
 * Parses an address from a form or an export: a path, or a full URL of the previous site. Undefined if it can't be
 * redirected.
 */
export function readOldKey(text: string): OldKey | undefined {
  const given = text.trim();
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : undefined;
  const address = readOldAddress(url ? `${url.pathname}${url.search}` : given);
  if (!address) return undefined;
  const names = [...address.query.keys()].sort();
  if (names.length > namesMax || !names.every((name) => name.isWellFormed())) return undefined;
  const key = keyOf(address, names);
  return key === undefined ? undefined : { ...address, key, names };
}
