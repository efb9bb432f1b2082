import { paths } from '../../../paths.ts';
import { securityContact } from '../contract.ts';

interface SecurityParts {
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** `mailto:` or `https:` address; undefined for the site's page for messages. */
  readonly contact: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. */
const daysGood = 180;

/** `security.txt` (RFC 9116): the contact for security reports. It is valid for half a year from the day it is requested. */
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
