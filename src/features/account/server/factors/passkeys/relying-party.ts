import { isIP } from 'node:net';

/** The site as browsers and passkeys know it. */
export interface RelyingParty {
  /** Its host: a passkey works there and nowhere else. */
  readonly id: string;
  readonly origin: string;
}

/** Why browsers refuse passkeys for a site: it goes by a number, or what it sends can be changed on the way. */
export type PasskeyObstacle = 'number' | 'plain-http';

/** Browsers take a machine's own name for safe without https. */
const ownNames = /^(?:localhost|.+\.localhost)$/;

/** What passkeys of the site at this address belong to, or why it can have none. */
export function relyingPartyOf(siteUrl: string): RelyingParty | PasskeyObstacle {
  const { protocol, hostname, origin } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'number';
  if (protocol !== 'https:' && !ownNames.test(hostname)) return 'plain-http';
  return { id: hostname, origin };
}

/** Whether a site at this address can have passkeys, or why not. */
export function passkeysAt(siteUrl: string): PasskeyObstacle | 'on' {
  const party = relyingPartyOf(siteUrl);
  return typeof party === 'string' ? party : 'on';
}
