import type { MailKind } from '../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { openSignUp, type SignUpPolicy } from '../../../identity/sign-up-policy.ts';
import { siteName as defaultName } from '../../../platform/site/own-settings.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { limitDailySignUps } from './daily-sign-up-limit.ts';
import { accountMails } from './embedded/account-mails.ts';
import { type AccountSecurity, createAccountSecurity } from './embedded/account-security.ts';
import { createEmailChange, type EmailChange } from './embedded/email-change.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded/embedded-provider.ts';
import { type AccountFactors, createAccountFactors } from './factors/account-factors.ts';
import { createSecondStep, type SecondStepMaker } from './factors/second-step.ts';
import { createExternalProvider, type ExternalProvider } from './openid/external-provider.ts';
import { createGoogleSignIn, type GoogleSignIn } from './openid/google-sign-in.ts';
import type { OpenIdSettings } from './openid/openid-settings.ts';
import type { SecurityEvent } from './security/security-events.ts';
import { createSecurityLog, type SecurityLog, securityNotice } from './security/security-log.ts';

/** The site's settings for accounts. */
export interface AccountSettings {
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string;
  /** An external provider instead of the embedded one; Google and e-mails are then up to that provider. */
  readonly external: OpenIdSettings | undefined;
  readonly google: OpenIdSettings | undefined;
  /** Accounts that one network may create in a day; 0 for no limit. */
  readonly accountsPerDay?: number;
}

/** The embedded provider and its parts. */
export interface EmbeddedAccounts {
  readonly kind: 'embedded';
  readonly provider: EmbeddedProvider;
  readonly security: AccountSecurity;
  readonly emailChange: EmailChange;
  readonly securityLog: SecurityLog;
  readonly secondStep: SecondStepMaker;
  readonly factors: AccountFactors;
  /** Undefined without settings for Google. */
  readonly google: GoogleSignIn | undefined;
  /** Kinds of e-mails for the outbox. */
  readonly mails: readonly MailKind[];
  /** Undefined where the site sends no mail. */
  readonly queueMail: QueueMail | undefined;
}

export interface ExternalAccounts {
  readonly kind: 'external';
  readonly provider: ExternalProvider;
  readonly securityLog: SecurityLog;
}

export type Accounts = EmbeddedAccounts | ExternalAccounts;

export interface AccountsOptions {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly settings: AccountSettings;
  /** Who may make an account; everybody by default. */
  readonly signUpPolicy?: SignUpPolicy;
  /** The site's name. */
  readonly siteName?: () => Promise<string>;
  /** Undefined where the site sends no mail. */
  readonly queueMail?: QueueMail | undefined;
  /** Called with security events, for the operator's log. */
  readonly onSecurityEvent: (event: SecurityEvent) => void;
  readonly now: () => number;
}

/** Creates the provider of accounts: the embedded one, or the external one in the settings. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { storage, limiter, settings, queueMail, onSecurityEvent: onEvent, now } = options;
  const { siteName = async () => defaultName } = options;
  const { siteUrl, external, google, accountsPerDay = 0 } = settings;
  const signUpPolicy = limitDailySignUps({
    signUpPolicy: options.signUpPolicy ?? openSignUp,
    limiter,
    accountsPerDay,
  });
  if (external) {
    const provider = createExternalProvider({
      storage,
      siteUrl,
      settings: external,
      signUpPolicy,
      now,
    });
    // E-mails are up to the provider.
    const securityLog = createSecurityLog({ limiter, queueMail: undefined, onEvent });
    return { kind: 'external', provider, securityLog };
  }
  const securityLog = createSecurityLog({ limiter, queueMail, onEvent });
  const provider = createEmbeddedProvider({
    storage,
    siteUrl,
    signUpPolicy,
    limiter,
    securityLog,
    queueMail,
    now,
  });
  const security = createAccountSecurity({ storage, limiter, provider, securityLog, now });
  const emailChange = createEmailChange({ storage, provider, securityLog, queueMail, now });
  const mailParts = { storage, siteUrl, siteName, security, emailChange, now };
  return {
    kind: 'embedded',
    provider,
    securityLog,
    secondStep: createSecondStep({ storage, limiter, provider, log: securityLog, now }),
    factors: createAccountFactors({ storage, log: securityLog, now }),
    emailChange,
    security,
    google:
      google &&
      createGoogleSignIn({
        storage,
        siteUrl,
        settings: google,
        provider,
        securityLog,
        signUpPolicy,
        now,
      }),
    mails: [...accountMails(mailParts), securityNotice(mailParts)],
    queueMail,
  };
}
