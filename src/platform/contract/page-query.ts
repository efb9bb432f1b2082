import { type ReadValue, Refused } from '../text/read-value.ts';

/** The result of reading a query, in zod's format, so that the same code reads an endpoint's schema. */
type ReadQuery<Output> =
  | { readonly success: true; readonly data: Output }
  | {
      readonly success: false;
      readonly data?: undefined;
      readonly error: { readonly issues: readonly QueryIssue[] };
    };

interface QueryIssue {
  /** The name of the invalid value. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Parser of an address's query: a page's own, or an endpoint's schema. */
export interface AddressQuery<Output = Readonly<Record<string, unknown>>> {
  /** Parsers by name; all other names are dropped. */
  readonly shape: Readonly<Record<string, unknown>>;
  readonly safeParse: (given: Readonly<Record<string, string>>) => ReadQuery<Output>;
}

export type QueryOf<Query> = Query extends AddressQuery<infer Output> ? Output : never;

type Values = Readonly<Record<string, ReadValue>>;
type ValueOf<Read> = Read extends ReadValue<infer Value> ? Value : never;

/**
 * A page's query. It parses like a schema but without zod, because every page's address is in the code that browsers
 * load first.
 */
export interface PageQuery<Shape extends Values = Values>
  extends AddressQuery<{ readonly [Name in keyof Shape]: ValueOf<Shape[Name]> }> {
  readonly shape: Shape;
}

/** `shape` has the parser of each value by name; a missing value is parsed as empty. */
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

/** For a page without a query. */
export const noQuery = pageQuery({});
