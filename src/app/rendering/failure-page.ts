import { accentSheetOf, nameIn } from '../../platform/site/own-settings.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { SiteSettings } from '../../platform/web/site-settings.ts';
import { textLink } from '../../platform/web/ui/text-link.ts';

export interface FailurePageParts {
  /** Identifies the request in the log. */
  readonly requestId: string;
  /** The site's own style sheets. */
  readonly styles: readonly string[];
  /** Inline scripts before the first paint; the content security policy has their hashes. */
  readonly firstScripts: readonly string[];
  readonly settings?: Pick<SiteSettings, 'own' | 'mark'>;
}

/** The static page for when not even the error screen could be rendered. */
export function failurePage(parts: FailurePageParts): string {
  const { requestId, styles, firstScripts, settings = {} } = parts;
  const { own, mark: ownMark } = settings;
  const name = escapeHtml(nameIn(own));
  const mark = escapeHtml(ownMark ?? '/images/mark.svg');
  const sheets = [...styles, accentSheetOf(own) ?? []].flat();
  const links = sheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Something went wrong | ${name}</title>
${firstScripts.map((script) => `<script>${script}</script>`).join('\n')}
<link rel="icon" href="${mark}"${mark.endsWith('.svg') ? ' type="image/svg+xml"' : ''}>
${links.join('\n')}
</head>
<body>
<main class="mx-auto max-w-site px-gutter py-16">
<p class="flex items-center gap-2 border-b border-ink pb-6 font-display text-xl font-semibold"><img src="${mark}" alt="" width="28" height="28">${name}</p>
<h1 class="mt-12 font-display text-4xl font-medium text-balance">Something went wrong</h1>
<p class="mt-4 max-w-measure text-lg text-soft">This page could not be shown. Please try again in a moment.</p>
<p class="mt-8 flex gap-6"><a href="" class="${textLink}">Try again</a><a href="/" class="${textLink}">Back to Home</a></p>
<p class="mt-12 text-sm text-faint">Reference: ${escapeHtml(requestId)}</p>
</main>
</body>
</html>
`;
}
