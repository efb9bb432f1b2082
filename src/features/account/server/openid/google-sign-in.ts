import { z } from 'zod';
import type { SignUpPolicy } from '../../../../identity/sign-up-policy.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import {
  emailTaken,
  googleCancelled,
  googleEmailNotVerified,
  googleExpired,
  googleFailed,
} from '../../contract/problems.ts';
import type { SecondStep } from '../../contract/second-step.ts';
import {
  findAccount,
  findAccountByEmail,
  linkedAccountOf,
  linkIdentity,
  type OpenIdProfile,
} from '../account-store.ts';
import type { EmbeddedProvider, SignedIn, SignInOutcome } from '../embedded/embedded-provider.ts';
import { consumeToken, issueToken, peekToken } from '../one-time-tokens.ts';
import type { EventOrigin, SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import { createOpenIdFlow, type OpenIdFlow } from './openid-flow.ts';
import { profileOf } from './openid-profile.ts';
import type { OpenIdSettings } from './openid-settings.ts';

/** Time limit for entering the password. */
const linkLifetimeMs = 10 * 60_000;

const keptSchema = z.object({ linkToken: z.string().nullable() });
const linkSchema = z.object({ issuer: z.string(), subject: z.string() });

const googleProblems = {
  failed: googleFailed,
  cancelled: googleCancelled,
  expired: googleExpired,
  noEmail: googleFailed,
  notVerified: googleEmailNotVerified,
};

export type GoogleOutcome =
  | ({ readonly outcome: 'signed-in'; readonly to: string } & SignedIn)
  | { readonly outcome: 'second-step-needed'; readonly secondStep: SecondStep; readonly to: string }
  | {
      readonly outcome: 'password-needed';
      readonly email: string;
      readonly linkToken: string;
      readonly to: string;
    };

/** Google sign-in for accounts of the embedded provider. */
export interface GoogleSignIn {
  readonly flow: OpenIdFlow;
  /** Throws `google-expired` unless this browser began the flow and the code is unused. */
  finish(code: string, browser: string | undefined): Promise<GoogleOutcome>;
  /**
   * Links the Google account to the account with the same address; where that requires a second step, after that step.
   * Throws what `signIn` throws.
   */
  link(linkToken: string, password: string, origin: EventOrigin): Promise<SignInOutcome>;
}

export interface GoogleSignInOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly settings: OpenIdSettings;
  readonly provider: EmbeddedProvider;
  readonly securityLog: SecurityLog;
  readonly signUpPolicy: SignUpPolicy;
  readonly now: () => number;
}

/**
 * The account of a Google profile, created if it is new. An account with the same address isn't linked automatically:
 * its creator may not own the address, so its password is required. Throws `email-taken` where it has none.
 */
async function keepMatch(
  { db }: Write,
  profile: OpenIdProfile,
  now: number,
  enter: (personId: string) => Promise<void>,
) {
  const linked = await linkedAccountOf(db, profile, now, enter);
  if (linked) return { personId: linked.id, kept: { linkToken: null } };
  const sameEmail = await findAccountByEmail(db, profile.email);
  if (!sameEmail?.passwordHash) throw emailTaken();
  const { issuer, subject } = profile;
  const linkToken = await issueToken(db, {
    purpose: 'google-link',
    personId: sameEmail.id,
    payload: { issuer, subject },
    expiresAt: now + linkLifetimeMs,
  });
  return { personId: sameEmail.id, kept: { linkToken } };
}

export function createGoogleSignIn(options: GoogleSignInOptions): GoogleSignIn {
  const { storage, siteUrl, settings, provider, securityLog, signUpPolicy, now } = options;
  const flow = createOpenIdFlow({
    storage,
    now,
    settings,
    name: 'google',
    callbackUrl: `${siteUrl}/identity/google/callback`,
    problems: googleProblems,
    keep(write, { claims, attempt }) {
      const profile = profileOf(claims, { needsProof: true, problems: googleProblems });
      return keepMatch(write, profile, now(), (id) =>
        signUpPolicy.recordSignUp(write, id, attempt),
      );
    },
  });

  return {
    flow,

    async finish(code, browser) {
      const { to, personId, kept } = await flow.finish(code, browser);
      const match = keptSchema.safeParse(kept).data;
      if (!match || !personId) throw googleExpired();
      if (match.linkToken) {
        const account = await findAccount(storage.writer, personId);
        if (!account) throw googleExpired();
        const { linkToken } = match;
        return { outcome: 'password-needed', email: account.email, linkToken, to };
      }
      const passed = await provider.passFirstStep({ personId });
      if (!passed) throw googleExpired();
      return 'secondStep' in passed
        ? { outcome: 'second-step-needed', ...passed, to }
        : { outcome: 'signed-in', ...passed, to };
    },

    async link(linkToken, password, origin) {
      const known = await peekToken(storage.writer, ['google-link'], linkToken, now());
      const identity = linkSchema.safeParse(known?.payload).data;
      const account = known?.personId && (await findAccount(storage.writer, known.personId));
      if (!identity || !account) throw googleExpired();
      const { email } = account;
      const { network } = origin;
      const passed = await provider.signIn({ email, password, network, link: identity });
      // Otherwise the second step links it: a password alone neither opens the account nor links to it.
      const isLinked = !('secondStep' in passed);
      const event: SecurityEvent = {
        personId: account.id,
        kind: 'google-linked',
        origin,
        at: now(),
      };
      await storage.write(async (write) => {
        const used = await consumeToken(write.db, ['google-link'], linkToken, now());
        if (!used) throw googleExpired();
        if (!isLinked) return;
        await linkIdentity(write.db, account.id, identity, now());
        await securityLog.note(write, event);
      });
      if (isLinked) securityLog.notify(event);
      return passed;
    },
  };
}
