import { nameIn } from '../site/own-settings.ts';
import type { SharedPage } from '../site/shared-page.ts';
import type { SiteSettings } from './site-settings.ts';

/** What a page is about that somebody wrote. */
export interface HeadArticle {
  /** ISO 8601, as is the next; absent where nobody knows. */
  readonly publishedAt?: string;
  readonly changedAt: string;
  /** Path of its author's page. */
  readonly authorPath?: string;
  readonly section: string;
}

/** A page above this one, by its name. */
export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** What a page says about itself to browsers, search engines and link previews. */
export interface Head {
  /** Without the site's name. */
  readonly title: string;
  readonly description: string;
  /** Path and query that this page is best known by. */
  readonly canonicalPath: string;
  /** Absolute or site-relative. */
  readonly image?: string;
  /** What it shows; empty where nobody said. */
  readonly imageAlt?: string;
  /** Has a picture drawn for whoever shares the page, in place of `image`. */
  readonly shared?: SharedPage;
  readonly type?: 'website' | 'article';
  readonly article?: HeadArticle;
  /** The way to this page, which is its last. */
  readonly breadcrumbs?: readonly Crumb[];
  /** A feed of what the page is about, beside the site's; Atom unless it says otherwise. */
  readonly feed?: { readonly name: string; readonly path: string; readonly isRss?: true };
  /** True for pages that search engines leave out. */
  readonly isUnlisted?: boolean;
  readonly jsonLd?: Readonly<Record<string, unknown>>;
}

/** `Home | The Content Hub`, with the site's name. */
export function titleOf(head: Pick<Head, 'title'>, { own }: Pick<SiteSettings, 'own'>): string {
  return `${head.title} | ${nameIn(own)}`;
}
