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
  readonly type?: 'website' | 'article';
  /** True for pages that search engines leave out. */
  readonly isUnlisted?: boolean;
  readonly jsonLd?: Readonly<Record<string, unknown>>;
}

export const siteName = 'The Content Hub';

/** `Home | The Content Hub`. */
export function titleOf(head: Head): string {
  return `${head.title} | ${siteName}`;
}
