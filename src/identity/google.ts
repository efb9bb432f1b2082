import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { z } from 'zod';
import { googleCancelled, googleExpired, googleFailed } from '../features/account/problems.ts';
import type { Storage, Write } from '../storage/storage.ts';
import { findAccount, linkIdentity } from './account-store.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { matchGoogleAccount } from './google-account.ts';
import { discoverGoogle, type GoogleSettings } from './google-discovery.ts';
import { type GoogleProfile, googleProfileOf } from './google-profile.ts';
import type { SignedIn } from './identity-provider.ts';
import { consumeToken, dropExpiredTokens, issueToken, peekToken } from './one-time-tokens.ts';
import { hashToken } from './secret-token.ts';

/** From the click to the way back, including whatever Google asks in between. */
const flowLifetimeMs = 10 * 60_000;
/** From the way back to the page's call; also how long the question for the password may wait. */
const handoffLifetimeMs = 10 * 60_000;

const flowSchema = z.object({
  browserHash: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  channel: z.string().nullable(),
  to: z.string(),
});
const handoffSchema = z.object({
  browserHash: z.string(),
  to: z.string(),
  linkToken: z.string().nullable(),
});
const linkSchema = z.object({ issuer: z.string(), subject: z.string() });

export interface GoogleStart {
  /** The secret in the browser's cookie: the flow works in no other browser. */
  readonly browser: string;
  /** Where a popup tells its outcome; null without a popup. */
  readonly channel: string | null;
  /** Path to go to afterwards. */
  readonly to: string;
}

export interface GoogleReturn {
  readonly channel: string | null;
  /** Fetches the outcome, once; or why there is none. */
  readonly result: { readonly code: string } | { readonly failure: unknown };
}

export type GoogleOutcome =
  | ({ readonly outcome: 'signed-in'; readonly to: string } & SignedIn)
  | {
      readonly outcome: 'password-needed';
      readonly email: string;
      readonly linkToken: string;
      readonly to: string;
    };

export interface GoogleSignIn {
  /** The address at Google to send the browser to. */
  begin(start: GoogleStart): Promise<URL>;
  /** Takes the answer that Google sent the browser back with. */
  complete(url: URL, browser: string | undefined): Promise<GoogleReturn>;
  /** Throws `google-expired` unless this browser began the flow and the code is unused. */
  finish(code: string, browser: string | undefined): Promise<GoogleOutcome>;
  /** Joins the Google account to the one of the same address. Throws what `signIn` throws. */
  link(linkToken: string, password: string, network: string): Promise<SignedIn>;
}

export interface GoogleSignInOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly settings: GoogleSettings;
  readonly provider: EmbeddedProvider;
  readonly now: () => number;
}

type Flow = z.output<typeof flowSchema>;

/** Trades the code for Google's ID token. Throws `google-cancelled` or `google-failed`. */
async function exchange(configuration: Configuration, url: URL, state: string, flow: Flow) {
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.codeVerifier,
      idTokenExpected: true,
    });
    return tokens.claims();
  } catch (cause) {
    const isRefusal =
      cause instanceof AuthorizationResponseError && cause.error === 'access_denied';
    throw (isRefusal ? googleCancelled : googleFailed)({ cause });
  }
}

/** Finds or makes the account, and the code by which the page that waits fetches the outcome. */
async function handOff(
  write: Write,
  profile: GoogleProfile,
  { browserHash, to }: Flow,
  now: number,
): Promise<string> {
  const expiresAt = now + handoffLifetimeMs;
  const { account, needsPassword } = await matchGoogleAccount(write, profile, now);
  const identity = { issuer: profile.issuer, subject: profile.subject };
  const personId = account.id;
  const linkToken = needsPassword
    ? await issueToken(write.db, { purpose: 'google-link', personId, payload: identity, expiresAt })
    : null;
  const payload = { browserHash, to, linkToken };
  return issueToken(write.db, { purpose: 'google-handoff', personId, payload, expiresAt });
}

export function createGoogleSignIn(options: GoogleSignInOptions): GoogleSignIn {
  const { storage, siteUrl, settings, provider, now } = options;
  const discover = discoverGoogle(settings, now);

  return {
    async begin({ browser, channel, to }) {
      const configuration = await discover();
      const nonce = randomNonce();
      const codeVerifier = randomPKCECodeVerifier();
      const payload = { browserHash: hashToken(browser), nonce, codeVerifier, channel, to };
      const state = await storage.write(async ({ db }) => {
        await dropExpiredTokens(db, now());
        return issueToken(db, {
          purpose: 'google-flow',
          payload,
          expiresAt: now() + flowLifetimeMs,
        });
      });
      return buildAuthorizationUrl(configuration, {
        redirect_uri: `${siteUrl}/identity/google/callback`,
        scope: 'openid email profile',
        prompt: 'select_account',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async complete(url, browser) {
      const state = url.searchParams.get('state') ?? '';
      const used = await storage.write(({ db }) => consumeToken(db, ['google-flow'], state, now()));
      const flow = flowSchema.safeParse(used?.payload).data;
      if (!flow || flow.browserHash !== hashToken(browser ?? '')) {
        return { channel: null, result: { failure: googleExpired() } };
      }
      try {
        const claims = await exchange(await discover(), url, state, flow);
        const profile = googleProfileOf(claims);
        const code = await storage.write((write) => handOff(write, profile, flow, now()));
        return { channel: flow.channel, result: { code } };
      } catch (failure) {
        return { channel: flow.channel, result: { failure } };
      }
    },

    async finish(code, browser) {
      const used = await storage.write(({ db }) =>
        consumeToken(db, ['google-handoff'], code, now()),
      );
      const handoff = handoffSchema.safeParse(used?.payload).data;
      if (!used?.personId || !handoff || handoff.browserHash !== hashToken(browser ?? '')) {
        throw googleExpired();
      }
      const { to, linkToken } = handoff;
      if (linkToken) {
        const account = await findAccount(storage.writer, used.personId);
        if (!account) throw googleExpired();
        return { outcome: 'password-needed', email: account.email, linkToken, to };
      }
      const proof = await provider.refresh(used.personId);
      if (!proof) throw googleExpired();
      return { outcome: 'signed-in', ...proof, to };
    },

    async link(linkToken, password, network) {
      const known = await peekToken(storage.writer, 'google-link', linkToken, now());
      const identity = linkSchema.safeParse(known?.payload).data;
      const account = known?.personId && (await findAccount(storage.writer, known.personId));
      if (!identity || !account) throw googleExpired();
      const { email } = account;
      const proof = await provider.signIn({ email, password, network });
      await storage.write(async ({ db }) => {
        const used = await consumeToken(db, ['google-link'], linkToken, now());
        if (!used) throw googleExpired();
        await linkIdentity(db, account.id, identity, now());
      });
      return proof;
    },
  };
}
