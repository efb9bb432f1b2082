import { placeHeaders } from '../../../../blog/server/count-list.ts';
import { invalidInput } from '../../../../platform/contract/problems.ts';

/** A position in a list ordered by time; the next page begins after it. */
export interface ListPlace {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Tie-breaker for rows of the same time. */
  readonly key: string;
}

/** One side of a place in a list. */
export interface ListSide {
  readonly of: ListPlace;
  readonly isBefore: boolean;
}

/** Encodes a position as a cursor for URLs. */
function encodePlace({ time, key }: ListPlace): string {
  return Buffer.from(`${time}.${key}`).toString('base64url');
}

/** Decodes a cursor; undefined for the list's beginning. Throws `invalid-input` where `encodePlace` didn't make it. */
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

/** The rows of a page, and the next cursor; `found` has one extra row where there is a next page. */
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

/** The headers with the place of a page in its list. `count` counts the list, or what comes before a place in it. */
export function extentOfList(
  places: readonly ListPlace[],
  neighbours: { readonly next: unknown; readonly previous: unknown },
  count: (before?: ListPlace) => Promise<number>,
): Promise<Readonly<Record<string, string>>> {
  const rows = places.map(({ time, key }) => ({ created_at: time, id: key }));
  return placeHeaders({ rows, ...neighbours }, (before) =>
    count(before && { time: before.createdAt, key: before.id }),
  );
}
