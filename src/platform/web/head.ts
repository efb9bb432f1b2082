import { nameIn } from '../site/own-settings.ts';
import type { SharedPage } from '../site/shared-page.ts';
import type { SiteSettings } from './site-settings.ts';

/** Metadata of an article. */
export interface HeadArticle {
  /** ISO 8601, also `changedAt`; absent if unknown. */
  readonly publishedAt?: string;
  readonly changedAt: string;
  /** Path of its author's page. */
  readonly authorPath?: string;
  readonly section: string;
}

/** A page above this one in the breadcrumbs. */
export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** Metadata of a page for browsers, search engines and link previews. */
export interface Head {
  /** Without the site's name. */
  readonly title: string;
  readonly description: string;
  /** Canonical path and query of the page. */
  readonly canonicalPath: string;
  /** Absolute or site-relative. */
  readonly image?: string;
  /** Alternative text of the image; empty if there is none. */
  readonly imageAlt?: string;
  /** If set, a preview picture is drawn for shared links and replaces `image`. */
  readonly shared?: SharedPage;
  readonly type?: 'website' | 'article';
  readonly article?: HeadArticle;
  /** Breadcrumbs to this page, which is the last. */
  readonly breadcrumbs?: readonly Crumb[];
  /** A feed of the page's subject, beside the site's; Atom by default. */
  readonly feed?: { readonly name: string; readonly path: string; readonly isRss?: true };
  /** True for pages with `noindex`. */
  readonly isUnlisted?: boolean;
  readonly jsonLd?: Readonly<Record<string, unknown>>;
}

/** The document title with the site's name: `Home | The Content Hub`. */
export function titleOf(head: Pick<Head, 'title'>, { own }: Pick<SiteSettings, 'own'>): string {
  return `${head.title} | ${nameIn(own)}`;
}
