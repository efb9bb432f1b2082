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

/** The parsed URL, for a page's queries and head. */
export interface PageRequest<A extends PageAddress = PageAddress> {
  readonly params: ParamsIn<A['path']>;
  readonly query: QueryOf<A['query']>;
  readonly settings: SiteSettings;
  /** Whether the visitor is signed in; `useViewer` gives the person. */
  readonly isMember: boolean;
}

/** The head may depend on the data of the page's queries. */
export interface HeadRequest<A extends PageAddress = PageAddress> extends PageRequest<A> {
  readonly client: QueryClient;
}

// biome-ignore lint/suspicious/noExplicitAny: the list holds queries of different data types, and `unknown` isn't assignable to their callbacks.
export type PageQuery = FetchQueryOptions<any, Error, any, any>;

/** A page's own metadata; the canonical path and whether it is listed derive from the address by default. */
type PageHead = Omit<Head, 'canonicalPath'> & Partial<Pick<Head, 'canonicalPath'>>;

/** A page: component, queries and head of one address. */
interface PageParts<A extends PageAddress> {
  readonly component: ComponentType;
  /** Shown where the page's subject doesn't exist. */
  readonly missing?: ComponentType;
  readonly queries?: (request: PageRequest<A>) => readonly PageQuery[];
  /** Target of a redirect; undefined for none. */
  readonly redirect?: (request: PageRequest<A>) => string | undefined;
  /** The new address of the data that the queries returned; undefined where this is it. */
  readonly moved?: (request: HeadRequest<A>) => string | undefined;
  readonly head: (request: HeadRequest<A>) => PageHead;
}

/** A page with the type of its address erased. */
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
  // The router passes each page the parameters of its own address.
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

/** Parses a page's query. An invalid value counts as absent and gives a refusal. */
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

/** The page's query in the current address. */
export function usePageQuery<A extends PageAddress>(address: A): QueryOf<A['query']> {
  const [search] = useSearchParams();
  return readAddress(address, search).query;
}

export interface Refusal {
  readonly refusal: string;
}

/** Why the API refused the address's query, in plain language; undefined where it did not. */
export function useRefusal(): string | undefined {
  return useLoaderData<Refusal | null>()?.refusal;
}
