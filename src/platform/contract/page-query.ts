import { type ReadValue, Refused } from '../text/read-value.ts';

/** What reading a query comes to: zod's own words for it, so that an endpoint's schema is read by the same code. */
type ReadQuery<Output> =
  | { readonly success: true; readonly data: Output }
  | {
      readonly success: false;
      readonly data?: undefined;
      readonly error: { readonly issues: readonly QueryIssue[] };
    };

interface QueryIssue {
  /** The name of the value that can't be had. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What an address asks for behind `?`: a page's own, or the schema of an endpoint. */
export interface AddressQuery<Output = Readonly<Record<string, unknown>>> {
  /** By the names that are asked for; every other is dropped. */
  readonly shape: Readonly<Record<string, unknown>>;
  readonly safeParse: (given: Readonly<Record<string, string>>) => ReadQuery<Output>;
}

export type QueryOf<Query> = Query extends AddressQuery<infer Output> ? Output : never;

type Values = Readonly<Record<string, ReadValue>>;
type ValueOf<Read> = Read extends ReadValue<infer Value> ? Value : never;

/** A page's query. It reads as a schema would, and needs none: every page of the site is in what browsers load first. */
export interface PageQuery<Shape extends Values = Values>
  extends AddressQuery<{ readonly [Name in keyof Shape]: ValueOf<Shape[Name]> }> {
  readonly shape: Shape;
}

/** `shape` says by name what each value means; what isn't in the address is read as empty. */
export function pageQuery<const Shape extends Values>(shape: Shape): PageQuery<Shape> {
  return {
    shape,
    safeParse(given) {
      const read = Object.entries(shape).map(
        ([name, readValue]) => [name, readValue(given[name] ?? '')] as const,
      );
      const issues = read.flatMap(([name, value]) =>
        value instanceof Refused ? [{ path: [name], message: value.message }] : [],
      );
      if (issues.length > 0) return { success: false, error: { issues } };
      return {
        success: true,
        data: Object.fromEntries(read) as QueryOf<PageQuery<Shape>>,
      };
    },
  };
}

/** Of a page that asks for nothing beyond its path. */
export const noQuery = pageQuery({});
