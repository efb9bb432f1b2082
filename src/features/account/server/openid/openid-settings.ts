/** A client of an OpenID Connect provider. */
export interface OpenIdSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the provider's discovery document names it, such as `https://accounts.google.com`. */
  readonly issuer: string;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether what comes from this address can be believed: https, or plain http that never leaves this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
