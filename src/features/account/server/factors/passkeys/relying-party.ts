import { isIP } from 'node:net';

/** The site as a WebAuthn relying party. */
export interface RelyingParty {
  /** The host: passkeys work for this host only. */
  readonly id: string;
  readonly origin: string;
}

/** Why browsers refuse passkeys for a site: its host is an IP address, or its connections aren't encrypted. */
export type PasskeyObstacle = 'number' | 'plain-http';

/** Browsers treat localhost as secure without HTTPS. */
const ownNames = /^(?:localhost|.+\.localhost)$/;

/** The relying party of the site at this address, or why it can't be one. */
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
