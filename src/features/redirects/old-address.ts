import { toNfc } from '../../platform/text/normal-form.ts';

/** Longest address that leads on, in characters, as it is stored: an index of PostgreSQL holds it. */
export const oldAddressMax = 400;
/** Longer ones aren't looked at. */
const givenMax = 2_048;
/** Most names of a query that count. */
const namesMax = 3;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const unusable = /[\u0000-\u001F\u007F\\]/;

/** An address of before, however it was written: `/2019/05/title`, or `/` with `p=123`. */
export interface OldAddress {
  /** Decoded, in small letters, NFC, with single slashes between and none at the end. */
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
    // Not well encoded.
    return undefined;
  }
}

/**
 * Reads path and query as they stand in a request line. Undefined for what can't be the address of a redirect: too long, or
 * not well encoded.
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
      // The first counts, as it does for the programs that made such addresses.
      if (name !== '' && !query.has(name)) query.set(name, value);
    }
  }
  return { path, query };
}

/** The names of a query that count, as they stand in `shape`. */
const joined = (names: readonly string[]) => names.map(encodeURIComponent).join('&');

/** The path and the names that count: few differ, so that a site knows all of them. */
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

/** What an address is stored under where these names of its query count; undefined where it lacks one, or is too long. */
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

/** An address that is to lead on, as it is stored. */
export interface OldKey extends OldAddress {
  readonly key: string;
  /** The names of its query, all of which count; in order. */
  readonly names: readonly string[];
}

/**
 * Reads an address that people write or an export holds: a path, or the whole address on the site of before. Undefined where
 * it can't lead on.
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
