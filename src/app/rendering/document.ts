import { siteFeeds } from '../../platform/site/feed-paths.ts';
import { accentSheetOf, nameIn } from '../../platform/site/own-settings.ts';
import { sharePictureAddress, sharePictureSize } from '../../platform/site/share-address.ts';
import { escapeHtml, escapeJson } from '../../platform/text/escape.ts';
import { type Head, titleOf } from '../../platform/web/head.ts';
import { linkCardOf } from '../../platform/web/link-card.ts';
import type { SiteSettings } from '../../platform/web/site-settings.ts';

/** Build files that a page needs. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Chunks that the script loads after the first paint. */
  readonly parts: readonly string[];
  readonly fonts: readonly string[];
}

export interface DocumentParts {
  readonly head: Head;
  readonly settings: SiteSettings;
  readonly assets: PageAssets;
  /** The rendered markup. */
  readonly body: string;
  /** For a page that is hydrated on first use: the kind of reader. */
  readonly lazyFor: 'member' | 'stranger' | undefined;
  /** State for hydration. */
  readonly state: unknown;
  /** Inline script before the first paint; the content security policy has its hash. */
  readonly firstScript: string;
}

/** Background of both themes (`--paper` in tokens.css), for the browser's own UI. */
const themeColors = [
  { theme: 'light', color: '#faf7f1' },
  { theme: 'dark', color: '#191512' },
] as const;

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

function iconTags({ own, mark }: SiteSettings): readonly string[] {
  const icons = mark
    ? [`<link rel="icon" href="${escapeHtml(mark)}">`]
    : [
        '<link rel="icon" href="/favicon.ico" sizes="32x32">',
        '<link rel="icon" href="/images/mark.svg" type="image/svg+xml">',
        '<link rel="apple-touch-icon" href="/images/icon-180.png">',
      ];
  const isDrawn = !mark && !own?.name && !own?.intro;
  const manifest = isDrawn ? '/site.webmanifest' : '/site/manifest.webmanifest';
  return [...icons, `<link rel="manifest" href="${manifest}">`];
}

/** Open Graph tags of an article (https://ogp.me/#type_article). */
function articleTags({ article }: Head, siteUrl: string): readonly string[] {
  if (!article) return [];
  const { publishedAt, changedAt, authorPath, section } = article;
  return [
    ...(publishedAt ? [meta('property', 'article:published_time', publishedAt)] : []),
    meta('property', 'article:modified_time', changedAt),
    ...(authorPath ? [meta('property', 'article:author', new URL(authorPath, siteUrl).href)] : []),
    meta('property', 'article:section', section),
  ];
}

/** The way to the page for search engines (https://schema.org/BreadcrumbList). */
function breadcrumbsOf({ breadcrumbs }: Head, siteUrl: string) {
  if (!breadcrumbs) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, siteUrl).href,
    })),
  };
}

/** The generated preview image of a page. It comes first, since networks show the first of several. */
function drawnTags(address: string | undefined, alt: string): readonly string[] {
  if (address === undefined) return [];
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', String(sharePictureSize.width)),
    meta('property', 'og:image:height', String(sharePictureSize.height)),
    meta('property', 'og:image:alt', alt),
  ];
}

function headTags({ head, settings, assets }: DocumentParts): string {
  const { siteUrl, own } = settings;
  const { url: canonical, image, imageSize } = linkCardOf(head, siteUrl);
  const title = titleOf(head, settings);
  // Shared, Home is the site itself, as its picture says.
  const sharedTitle = head.shared?.kind === 'home' ? nameIn(own) : head.title;
  const drawn = head.shared && siteUrl + sharePictureAddress(head.shared, nameIn(own));
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', head.description),
    ...(head.isUnlisted
      ? [meta('name', 'robots', 'noindex')]
      : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
    meta('property', 'og:site_name', nameIn(own)),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:title', sharedTitle),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', canonical),
    ...drawnTags(drawn, title),
    // A page without its own picture gets the site's default, which would add nothing next to a generated one.
    ...(drawn === undefined || head.image !== undefined
      ? [
          meta('property', 'og:image', image),
          ...(imageSize
            ? [
                meta('property', 'og:image:width', String(imageSize.width)),
                meta('property', 'og:image:height', String(imageSize.height)),
              ]
            : []),
          ...(head.imageAlt ? [meta('property', 'og:image:alt', head.imageAlt)] : []),
        ]
      : []),
    ...articleTags(head, siteUrl),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', sharedTitle),
    meta('name', 'twitter:description', head.description),
    meta('name', 'twitter:image', drawn ?? image),
    ...(drawn === undefined
      ? head.imageAlt
        ? [meta('name', 'twitter:image:alt', head.imageAlt)]
        : []
      : [meta('name', 'twitter:image:alt', title)]),
    ...[head.jsonLd, breadcrumbsOf(head, siteUrl)]
      .filter((data) => data !== undefined)
      .map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>`),
    ...themeColors.map(
      ({ theme, color }) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" content="${color}">`,
    ),
    ...iconTags(settings),
    ...(head.feed ? [feedTag(head.feed)] : []),
    feedTag({ name: nameIn(own), path: siteFeeds.rss, isRss: true }),
    feedTag({ name: `${nameIn(own)} (Atom)`, path: siteFeeds.atom }),
    `<link rel="alternate" type="application/feed+json" title="${escapeHtml(nameIn(own))} (JSON)" href="${siteFeeds.json}">`,
    ...assets.fonts.map(
      (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
    ),
    // After the design's style sheets, whose colours it overrides.
    ...[...assets.styles, accentSheetOf(own) ?? []]
      .flat()
      .map((href) => `<link rel="stylesheet" href="${href}">`),
  ].join('\n');
}

function feedTag({ name, path, isRss }: NonNullable<Head['feed']>): string {
  const format = isRss ? 'rss' : 'atom';
  return `<link rel="alternate" type="application/${format}+xml" title="${escapeHtml(name)}" href="${escapeHtml(path)}">`;
}

/** The whole HTML document of a page. */
export function renderDocument(parts: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${parts.firstScript}</script>
${headTags(parts)}
<script type="module" src="${parts.assets.script}" data-parts="${parts.assets.parts.join(' ')}"${parts.lazyFor ? ` data-lazy-for="${parts.lazyFor}"` : ''}></script>
</head>
<body>
<div id="root">${parts.body}</div>
<script type="application/json" id="state">${escapeJson(parts.state)}</script>
</body>
</html>
`;
}
