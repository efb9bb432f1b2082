import type { Guard } from '../platform/http/answers.ts';
import type { Storage } from '../storage/storage.ts';
import { type AccountSecurity, createAccountSecurity } from './account-security.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded-provider.ts';
import { createGoogleSignIn, type GoogleSignIn } from './google.ts';
import type { GoogleSettings } from './google-discovery.ts';
import { createGuard } from './guards.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { createSessions, type Session, type Sessions } from './session.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** The site's settings, as far as they concern accounts. */
export interface IdentitySettings {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  readonly google: GoogleSettings | undefined;
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Factor on every rate limit; 0 switches them off. */
  readonly limits: number;
}

export interface IdentityOptions {
  readonly storage: Storage;
  readonly settings: IdentitySettings;
  /** Told of letters that could not be sent. */
  readonly onMailError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Who is asking, and everything that decides it. */
export interface Identity {
  readonly siteUrl: string;
  readonly provider: EmbeddedProvider;
  readonly sessions: Sessions;
  readonly security: AccountSecurity;
  readonly throttle: Throttle;
  /** Stands before every endpoint. */
  readonly guard: Guard<Session>;
  /** Undefined where the site has no Google settings. */
  readonly google: GoogleSignIn | undefined;
  /** Undefined where the site sends no mail. */
  readonly mailer: Mailer | undefined;
  close(): Promise<void>;
}

export function createIdentity({
  storage,
  settings,
  onMailError,
  now = Date.now,
}: IdentityOptions): Identity {
  const { siteUrl, google, mail, limits } = settings;
  const throttle = createThrottle({ storage, limits, now });
  const provider = createEmbeddedProvider({ storage, siteUrl, throttle, now });
  const sessions = createSessions({ storage, siteUrl, now });
  const mailer = mail && createMailer({ ...mail, onError: onMailError });
  return {
    siteUrl,
    provider,
    sessions,
    throttle,
    security: createAccountSecurity({ storage, throttle, now }, provider),
    guard: createGuard({ sessions, siteUrl }),
    google: google && createGoogleSignIn({ storage, siteUrl, settings: google, provider, now }),
    mailer,
    async close() {
      await mailer?.close();
    },
  };
}
