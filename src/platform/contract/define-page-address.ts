import { addressOf } from './call-api.ts';
import type { Access, Tags } from './define-endpoint.ts';
import type { PageQuery } from './page-query.ts';

/**
 * Who may open a page: anyone, or signed-in people; other visitors are redirected to sign in. A blog's page is open to
 * readers as the site's settings define them, and redirects other visitors itself. Members without the role get 404 for
 * a page of staff or owners.
 */
export type PageAccess = Access;

/** Whether a visitor who isn't signed in is redirected to sign in. */
export function needsAccount({ access }: { readonly access: PageAccess }): boolean {
  return access !== 'public' && access !== 'reader';
}

/** Names of a path's parameters: `'id'` of `/blog/:id`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsIn<Path extends string> = { readonly [Name in NamesIn<Path>]: string };

/** Query values of a link; empty and undefined ones are omitted. */
type LinkQuery<Query extends PageQuery> = {
  readonly [Name in keyof Query['shape']]?: string | undefined;
};

/** Values of a path's parameters, in their order. */
type ValuesIn<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [value: string, ...rest: ValuesIn<Rest>]
  : Path extends `${string}:${string}`
    ? [value: string]
    : [];

/** Arguments of a link function; `never` for a page with an unknown path, so that it can't be called. */
type LinkValues<Path extends string, Query extends PageQuery> = string extends Path
  ? readonly never[]
  : [...values: ValuesIn<Path>, query?: LinkQuery<Query>];

/** Position of the shell's side lists: beside the page, below it, or absent. */
export type SidebarPlacement = 'beside' | 'below' | 'none';

/** The approximate look of a page. */
export type PageShape =
  | 'front'
  | 'article'
  | 'cards'
  | 'pictures'
  | 'table'
  | 'list'
  | 'form'
  | 'editor';

interface AddressParts<Path extends string, Query extends PageQuery> {
  /** The router's pattern, with `:name` for a variable segment. */
  readonly path: Path;
  /** The query names that the page reads; all others are dropped. */
  readonly query: Query;
  readonly access: PageAccess;
  /** Whether search engines may list it. */
  readonly isListed: boolean;
  /**
   * Whether the address contains a secret: then the page's links send no path as referrer, and no cache stores the
   * page.
   */
  readonly isSecret?: boolean;
  /** Null if the page is rendered for each request. */
  readonly tags: Tags | null;
  /** Additional tags of the page for members; and, if anyone may read, of a reader's page for everyone. */
  readonly memberTags?: Tags;
  /** Maximum age of a cached page in milliseconds, if it also changes with time. */
  readonly goodFor?: number;
  readonly layout: 'main' | 'account';
  /** Only for pages of the main layout. */
  readonly aside: SidebarPlacement;
  /** The placeholder while a browser loads the page's code. */
  readonly shape: PageShape;
  /** Its file in `src/pages`, without `-page.tsx`. */
  readonly page: string;
  /** Status of the page; 200 by default. */
  readonly status?: 404;
}

/** A page's address as a value, with all its properties. */
export interface PageAddress<Path extends string = string, Query extends PageQuery = PageQuery>
  extends AddressParts<Path, Query> {
  /** Builds a link to the page from the path's values in order, then the query. */
  readonly to: (...values: LinkValues<Path, Query>) => string;
}

export function definePageAddress<const Path extends string, Query extends PageQuery>(
  parts: AddressParts<Path, Query>,
): PageAddress<Path, Query> {
  const names = [...parts.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    ...parts,
    to(...values: readonly unknown[]) {
      const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      return addressOf(parts.path, params, { ...(values[names.length] as object | undefined) });
    },
  };
}

/** The values of an address by name; of a repeated name the first. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...search].reverse());
}
