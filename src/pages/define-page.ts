import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Person } from '../identity/person.ts';
import type { Head } from '../platform/web/head.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';

/** What the URL says, for a page's queries and head. */
export interface PageRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
  readonly settings: SiteSettings;
  /** Null for somebody who isn't signed in. */
  readonly viewer: Person | null;
}

/** A page's head may speak of what its queries brought. */
export interface HeadRequest extends PageRequest {
  readonly client: QueryClient;
}

// biome-ignore lint/suspicious/noExplicitAny: a page prefetches queries of any data type and reads none of them here.
export type PageQuery = FetchQueryOptions<any, Error, any, any>;

/** One URL's page: what is shown, what it asks the API for, what it says about itself. */
export interface Page {
  readonly component: ComponentType;
  readonly queries?: (request: PageRequest) => readonly PageQuery[];
  /** Where to go instead; undefined to stay. */
  readonly redirect?: (request: PageRequest) => string | undefined;
  readonly head: (request: HeadRequest) => Head;
}

export function definePage(page: Page): Page {
  return page;
}
