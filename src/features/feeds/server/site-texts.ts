import { paths } from '../../../paths.ts';
import type { PageAddress } from '../../../platform/contract/define-page-address.ts';
import { securityContact } from '../contract/feeds.ts';
import { sitemap } from '../contract/sitemap.ts';

const pages: readonly PageAddress[] = Object.values<PageAddress>(paths);

/** Builds robots.txt: allows listed pages; disallows unlisted pages and API paths. */
export function robotsText(siteUrl: string, unlistedPrefixes: readonly string[]): string {
  const unlisted = [
    ...unlistedPrefixes,
    ...pages
      .filter(({ isListed, path }) => !isListed && path !== paths.notFound.path)
      .map(({ path }) => path.replace(/:.*/, '')),
  ];
  // A rule matches every path that begins with it.
  const rules = unlisted.filter(
    (path) => !unlisted.some((other) => other !== path && path.startsWith(other)),
  );
  const exceptions = pages.filter(
    ({ isListed, path }) => isListed && rules.some((rule) => path.startsWith(rule)),
  );
  return [
    'User-agent: *',
    ...exceptions.map(({ path }) => `Allow: ${path}`),
    ...rules.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${sitemap.path}`,
    '',
  ].join('\n');
}

interface SecurityParts {
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** `mailto:` or `https:` address; undefined for the site's contact page. */
  readonly contact: string | undefined;
  readonly now: number;
}

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. */
const daysGood = 180;

/** Builds `security.txt` (RFC 9116): the contact for security reports. It expires half a year after the request. */
export function securityText({ siteUrl, contact, now }: SecurityParts): string {
  const expires = new Date((Math.floor(now / dayMs) + daysGood) * dayMs);
  const messages = siteUrl + paths.contact.to();
  return [
    `Contact: ${contact ?? messages}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}${securityContact.path}`,
    '',
  ].join('\n');
}
