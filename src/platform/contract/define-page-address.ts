import { addressOf } from './call-api.ts';
import type { Access, Tags } from './define-endpoint.ts';
import type { PageQuery } from './page-query.ts';

/**
 * Who may open a page: everybody, or people with an account; the others are led to sign in. A blog's page is open to
 * its readers, whom the site's settings name, and leads the others away itself. A page for staff, or for owners, isn't
 * there for other members.
 */
export type PageAccess = Access;

/** Whether a visitor who isn't signed in is redirected to sign in. */
export function needsAccount({ access }: { readonly access: PageAccess }): boolean {
  return access !== 'public' && access !== 'reader';
}

/** The names of a path's parameters: `'id'` of `/blog/:id`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsIn<Path extends string> = { readonly [Name in NamesIn<Path>]: string };

/** What a link may say behind `?`; what is empty or undefined is left out. */
type LinkQuery<Query extends PageQuery> = {
  readonly [Name in keyof Query['shape']]?: string | undefined;
};

/** The values of a path's parameters, in their order. */
type ValuesIn<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [value: string, ...rest: ValuesIn<Rest>]
  : Path extends `${string}:${string}`
    ? [value: string]
    : [];

/** What a link's function takes; that of any page, whatever its path is, can't be called. */
type LinkValues<Path extends string, Query extends PageQuery> = string extends Path
  ? readonly never[]
  : [...values: ValuesIn<Path>, query?: LinkQuery<Query>];

/** Where a page has the shell's side lists: beside it, quietly below it, or nowhere. */
export type SidebarPlacement = 'beside' | 'below' | 'none';

/** What a page looks like, roughly. */
export type PageShape = 'front' | 'article' | 'cards' | 'pictures' | 'table' | 'list' | 'form';

interface AddressParts<Path extends string, Query extends PageQuery> {
  /** As the router matches it, with `:name` for a segment that varies. */
  readonly path: Path;
  /** What the page asks of its address; every other name is dropped. */
  readonly query: Query;
  readonly access: PageAccess;
  /** Whether search engines may list it. */
  readonly isListed: boolean;
  /** Whether the address holds a secret: then no link from the page says it, and nobody on the way keeps what is there. */
  readonly isSecret?: boolean;
  /** Null for a page that is made anew at each request. */
  readonly tags: Tags | null;
  /** What the page of members is made from besides, and of a reader's page everybody's, where everybody may read. */
  readonly memberTags?: Tags;
  /** Milliseconds for which a cached page is good at most, where it changes with the clock as well. */
  readonly goodFor?: number;
  readonly layout: 'main' | 'account';
  /** Of a page of the main layout. */
  readonly aside: SidebarPlacement;
  /** What stands in its place while a browser loads its code. */
  readonly shape: PageShape;
  /** Its file in `src/pages`, without `-page.tsx`. */
  readonly page: string;
  /** Status of the page; 200 by default. */
  readonly status?: 404;
}

/** A page's address as a value, with all there is to know about it. */
export interface PageAddress<Path extends string = string, Query extends PageQuery = PageQuery>
  extends AddressParts<Path, Query> {
  /** The link to the page: the path's values in their order, then the query. */
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

/** The values of an address by name, each name's first. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...search].reverse());
}
