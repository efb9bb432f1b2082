import { invalidInput } from '../../../../platform/contract/problems.ts';

/** A row of a list that is ordered by time; the next page begins behind it. */
export interface ListPlace {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Tells rows of the same time apart. */
  readonly key: string;
}

/** A place as the text that travels in a URL. */
function encodePlace({ time, key }: ListPlace): string {
  return Buffer.from(`${time}.${key}`).toString('base64url');
}

/** Undefined for the list's beginning. Throws `invalid-input` for a text that `encodePlace` didn't make. */
export function decodePlace(cursor: string): ListPlace | undefined {
  if (cursor === '') return undefined;
  const [, time, key = ''] =
    /^(\d{1,15})\.([\w-]{1,36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = { time: Number(time), key };
  if (key === '' || encodePlace(place) !== cursor) {
    const message = 'cursor is not one that this site handed out.';
    throw invalidInput({ message, issues: [{ path: 'cursor', message }] });
  }
  return place;
}

/** The rows of a page, and where the next one begins; `found` holds one row more where there is a next page. */
export function pageOf<Row>(
  found: readonly Row[],
  size: number,
  placeOf: (row: Row) => ListPlace,
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const hasMore = found.length > size && last !== undefined;
  return { rows, next: hasMore ? encodePlace(placeOf(last)) : undefined };
}
