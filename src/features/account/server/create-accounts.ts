import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { OpenIdSettings } from '../openid-settings.ts';
import { type AccountSecurity, createAccountSecurity } from './embedded/account-security.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded/embedded-provider.ts';
import { createMailer, type Mailer } from './embedded/mailer.ts';
import { createExternalProvider, type ExternalProvider } from './openid/external-provider.ts';
import { createGoogleSignIn, type GoogleSignIn } from './openid/google-sign-in.ts';

/** The site's settings, as far as they concern accounts. */
export interface AccountSettings {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  /** Another provider in the place of the embedded one; Google and letters are then its own business. */
  readonly external: OpenIdSettings | undefined;
  readonly google: OpenIdSettings | undefined;
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
}

/** The provider that comes with the site, and what belongs to it. */
export interface EmbeddedAccounts {
  readonly kind: 'embedded';
  readonly provider: EmbeddedProvider;
  readonly security: AccountSecurity;
  /** Undefined where the site has no Google settings. */
  readonly google: GoogleSignIn | undefined;
  /** Undefined where the site sends no mail. */
  readonly mailer: Mailer | undefined;
}

export interface ExternalAccounts {
  readonly kind: 'external';
  readonly provider: ExternalProvider;
}

export interface AccountsOptions {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly settings: AccountSettings;
  /** Told of letters that could not be sent. */
  readonly onMailError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Whoever has the accounts: the site itself, or the provider that its settings name. */
export function createAccounts(options: AccountsOptions): EmbeddedAccounts | ExternalAccounts {
  const { storage, limiter, settings, onMailError, now } = options;
  const { siteUrl, external, google, mail } = settings;
  if (external) {
    const provider = createExternalProvider({ storage, siteUrl, settings: external, now });
    return { kind: 'external', provider };
  }
  const provider = createEmbeddedProvider({ storage, siteUrl, limiter, now });
  return {
    kind: 'embedded',
    provider,
    security: createAccountSecurity({ storage, limiter, provider, now }),
    google: google && createGoogleSignIn({ storage, siteUrl, settings: google, provider, now }),
    mailer: mail && createMailer({ ...mail, onError: onMailError }),
  };
}
