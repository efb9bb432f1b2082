import {
  allowInsecureRequests,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { googleFailed } from '../features/account/problems.ts';

export interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `https://accounts.google.com`, or another OpenID Connect issuer. */
  readonly issuer: string;
}

const requestTimeoutS = 5;
/** What was discovered is asked for again after this long. */
const freshMs = 60 * 60_000;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Finds out where Google's endpoints are, once an hour. The function throws `google-failed` while it can't. */
export function discoverGoogle(
  { clientId, clientSecret, issuer }: GoogleSettings,
  now: () => number,
): () => Promise<Configuration> {
  const server = new URL(issuer);
  // Plain http only to this machine, for an issuer that tests run themselves.
  const isLocal = server.protocol === 'http:' && loopback.test(server.hostname);
  let known: { readonly configuration: Configuration; readonly foundAt: number } | undefined;

  return async () => {
    if (known && now() - known.foundAt < freshMs) return known.configuration;
    try {
      const configuration = await discovery(server, clientId, clientSecret, undefined, {
        timeout: requestTimeoutS,
        // The signature of the ID token is checked too, though it comes straight from Google.
        execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
      });
      known = { configuration, foundAt: now() };
      return configuration;
    } catch (cause) {
      throw googleFailed({ cause });
    }
  };
}
