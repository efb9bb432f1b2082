import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { buildEndSessionUrl } from 'openid-client';
import { z } from 'zod';
import type { SignUpPolicy } from '../../../../identity/sign-up-policy.ts';
import { notSignedIn, unavailable } from '../../../../platform/contract/problems.ts';
import { everything, type Storage } from '../../../../storage/storage.ts';
import {
  emailNotGiven,
  emailNotVerified,
  emailTaken,
  signInAgain,
  signInCancelled,
  signInExpired,
  signInFailed,
} from '../../contract/problems.ts';
import { findAccount, linkedAccountOf, saveProfile } from '../account-store.ts';
import { type IdentityProvider, type IdTokenSubject, isFresh } from '../identity-provider.ts';
import { endTokensOf } from '../one-time-tokens.ts';
import { createOpenIdFlow, type OpenIdFlow } from './openid-flow.ts';
import { profileOf } from './openid-profile.ts';
import { isSafeAddress, type OpenIdSettings } from './openid-settings.ts';

/** All common asymmetric algorithms; never a shared secret, never `none`. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];
/** Maximum age of a token, in seconds, whatever its expiry: it is exchanged right after its issue. */
const tokenAgeMax = 5 * 60;
/** Tolerated difference of the provider's clock, in seconds. */
const clockTolerance = 30;

const keptSchema = z.object({
  email: z.string(),
  idToken: z.string(),
  invite: z.string().optional(),
});

const externalProblems = {
  failed: signInFailed,
  cancelled: signInCancelled,
  expired: signInExpired,
  noEmail: emailNotGiven,
  notVerified: emailNotVerified,
};

/** An external OpenID Connect provider instead of the embedded one: it has its own sign-up, sign-in and passwords. */
export interface ExternalProvider extends IdentityProvider {
  readonly flow: OpenIdFlow;
  /** The ID token for the browser that was redirected back. Throws `sign-in-expired`. */
  finish(
    code: string,
    browser: string | undefined,
  ): Promise<{
    readonly email: string;
    readonly idToken: string;
    readonly to: string;
    readonly invite?: string | undefined;
  }>;
  /** The provider's address for signing out; undefined where it has none or can't be reached. */
  signOutUrl(idToken: string | undefined): Promise<URL | undefined>;
}

export interface ExternalProviderOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly settings: OpenIdSettings;
  readonly signUpPolicy: SignUpPolicy;
  readonly now: () => number;
}

/** True for an invalid token; false for a failure to fetch the provider's keys. */
function isBadToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}

export function createExternalProvider(options: ExternalProviderOptions): ExternalProvider {
  const { storage, siteUrl, settings, signUpPolicy, now } = options;
  const vouchedPersonOf = (claims: unknown) =>
    profileOf(claims, { needsProof: false, problems: externalProblems });
  const flow = createOpenIdFlow({
    storage,
    now,
    settings,
    name: 'provider',
    callbackUrl: `${siteUrl}/identity/callback`,
    problems: externalProblems,
    keep: async (_write, { claims, idToken, attempt }) => ({
      kept: { email: vouchedPersonOf(claims).email, idToken, invite: attempt.invite },
    }),
  });
  let known: { readonly address: string; readonly keys: JWTVerifyGetKey } | undefined;

  /** The provider's keys, fetched again when one is missing. */
  function keysAt(address: string): JWTVerifyGetKey {
    if (!isSafeAddress(address)) throw new Error(`Keys at ${address} can't be trusted.`);
    if (known?.address !== address) {
      known = { address, keys: createRemoteJWKSet(new URL(address)) };
    }
    return known.keys;
  }

  async function verify(idToken: string): Promise<JWTPayload> {
    try {
      const { issuer, jwks_uri = '' } = (await flow.discover()).serverMetadata();
      const { payload } = await jwtVerify(idToken, keysAt(jwks_uri), {
        issuer,
        audience: settings.clientId,
        algorithms,
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(now()),
        clockTolerance,
        maxTokenAge: tokenAgeMax - clockTolerance,
      });
      return payload;
    } catch (cause) {
      if (isBadToken(cause)) throw notSignedIn({ cause });
      throw unavailable({ retryAfter: 5, cause });
    }
  }

  return {
    flow,

    async finish(code, browser) {
      const { to, kept } = await flow.finish(code, browser);
      const proof = keptSchema.safeParse(kept).data;
      if (!proof) throw signInExpired();
      return { ...proof, to };
    },

    async signOutUrl(idToken) {
      const configuration = await flow.discover().catch(() => undefined);
      if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
      return buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${siteUrl}/`,
        ...(idToken && { id_token_hint: idToken }),
      });
    },

    async identify(idToken): Promise<IdTokenSubject> {
      const claims = await verify(idToken);
      // A token for several audiences names the authorized party.
      if (claims.azp !== undefined && claims.azp !== settings.clientId) {
        throw notSignedIn();
      }
      // The time of issue, not `auth_time`: the provider's own session may be much older.
      return { ...vouchedPersonOf(claims), authenticatedAt: (claims.iat ?? 0) * 1000 };
    },

    async admit(write, who, attempt) {
      const { db, touch } = write;
      const account = await linkedAccountOf(db, who, now(), (id) =>
        signUpPolicy.recordSignUp(write, id, attempt),
      );
      if (!account) throw emailTaken();
      const { email, displayName, photoURL } = account;
      const isSame =
        email === who.email && displayName === who.displayName && photoURL === who.photoURL;
      if (isSame) return account.id;
      if (!(await saveProfile(db, account.id, who))) throw emailTaken();
      // The name is on every page with content by this person.
      touch(everything);
      return account.id;
    },

    renew: async () => null,

    async factsOf(personId) {
      const account = await findAccount(storage.writer, personId);
      return (
        account && {
          hasPassword: false,
          hasGoogle: false,
          isEmailVerified: true,
          createdAt: account.createdAt,
        }
      );
    },

    async confirm({ session }) {
      if (isFresh(session, now())) return session.authenticatedAt;
      throw signInAgain({
        message: 'Please log out and log in again to confirm that it is you.',
      });
    },

    async endTokens({ db }, personId) {
      await endTokensOf(db, personId);
    },
  };
}
