/** A client of an OpenID Connect provider. */
export interface OpenIdSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The issuer in the provider's discovery document, such as `https://accounts.google.com`. */
  readonly issuer: string;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether responses from this address are authentic: by HTTPS, or by plain HTTP on the loopback interface. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
