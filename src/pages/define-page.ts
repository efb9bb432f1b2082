import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { addressOf } from '../platform/contract/call-api.ts';
import {
  type PageAddress,
  type ParamsIn,
  readQuery,
} from '../platform/contract/define-page-address.ts';
import type { QueryOf } from '../platform/contract/page-query.ts';
import type { Head } from '../platform/web/head.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';

/** What the URL says, for a page's queries and head. */
export interface PageRequest<A extends PageAddress = PageAddress> {
  readonly params: ParamsIn<A['path']>;
  readonly query: QueryOf<A['query']>;
  readonly settings: SiteSettings;
  /** Whether the visitor is signed in. Who it is, a page learns by `useViewer`. */
  readonly isMember: boolean;
}

/** A page's head may speak of what its queries brought. */
export interface HeadRequest<A extends PageAddress = PageAddress> extends PageRequest<A> {
  readonly client: QueryClient;
}

// biome-ignore lint/suspicious/noExplicitAny: a page prefetches queries of any data type and reads none of them here.
export type PageQuery = FetchQueryOptions<any, Error, any, any>;

/** What a page says of itself beyond its address: the address says where it is best known and whether it is listed. */
type PageHead = Omit<Head, 'canonicalPath'> & Partial<Pick<Head, 'canonicalPath'>>;

/** The page of one address: its component, its queries, its head. */
interface PageParts<A extends PageAddress> {
  readonly component: ComponentType;
  /** Stands in its place where what it is about isn't there. */
  readonly missing?: ComponentType;
  readonly queries?: (request: PageRequest<A>) => readonly PageQuery[];
  /** Where to go instead; undefined to stay. */
  readonly redirect?: (request: PageRequest<A>) => string | undefined;
  /** Where what the queries brought is found from now on; undefined where it is here. */
  readonly moved?: (request: HeadRequest<A>) => string | undefined;
  readonly head: (request: HeadRequest<A>) => PageHead;
}

/** One URL's page, whatever its address is. */
export interface Page {
  readonly component: ComponentType;
  readonly missing: ComponentType | undefined;
  readonly queries: (request: PageRequest) => readonly PageQuery[];
  readonly redirect: (request: PageRequest) => string | undefined;
  readonly moved: (request: HeadRequest) => string | undefined;
  readonly head: (request: HeadRequest) => Head;
}

export function definePage<A extends PageAddress>(
  address: A,
  { component, missing, queries, redirect, moved, head }: PageParts<A>,
): Page {
  // The router hands each page what its own address was read as.
  type Own = PageRequest<A>;
  return {
    component,
    missing,
    queries: (request) => queries?.(request as Own) ?? [],
    redirect: (request) => redirect?.(request as Own),
    moved: (request) => moved?.(request as HeadRequest<A>),
    head(request) {
      const canonicalPath = addressOf(address.path, request.params, request.query);
      const isUnlisted = !address.isListed;
      return { canonicalPath, isUnlisted, ...head(request as HeadRequest<A>) };
    },
  };
}

/** What an address asks of its page, and why not all of it can be had; each value that can't is as if it weren't there. */
export function readAddress<A extends PageAddress>(
  { query: schema }: A,
  search: URLSearchParams,
): { readonly query: QueryOf<A['query']>; readonly refusal: string | undefined } {
  const given = readQuery(search);
  const read = schema.safeParse(given);
  if (read.success) return { query: read.data as QueryOf<A['query']>, refusal: undefined };
  const wrong = new Set(read.error.issues.map(({ path: [name] }) => name));
  const rest = Object.entries(given).filter(([name]) => !wrong.has(name));
  const had = schema.safeParse(Object.fromEntries(rest));
  return { query: had.data as QueryOf<A['query']>, refusal: read.error.issues[0]?.message };
}

/** What the address that the browser stands at asks of its page. */
export function usePageQuery<A extends PageAddress>(address: A): QueryOf<A['query']> {
  const [search] = useSearchParams();
  return readAddress(address, search).query;
}

export interface Refusal {
  readonly refusal: string;
}

/** Why the API would not answer what the page's address asks, in words for people; undefined when it did. */
export function useRefusal(): string | undefined {
  return useLoaderData<Refusal | null>()?.refusal;
}
