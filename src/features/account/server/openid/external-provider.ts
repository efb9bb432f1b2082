import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { buildEndSessionUrl } from 'openid-client';
import { z } from 'zod';
import type { SignUpPolicy } from '../../../../identity/sign-up-policy.ts';
import { notSignedIn, unavailable } from '../../../../platform/contract/problems.ts';
import { everything, type Storage } from '../../../../storage/storage.ts';
import { isSafeAddress, type OpenIdSettings } from '../../openid-settings.ts';
import {
  emailNotGiven,
  emailNotVerified,
  emailTaken,
  signInAgain,
  signInCancelled,
  signInExpired,
  signInFailed,
} from '../../problems.ts';
import { findAccount, linkedAccountOf, saveProfile } from '../account-store.ts';
import { type IdentityProvider, isFresh, type VouchedPerson } from '../identity-provider.ts';
import { endTokensOf } from '../one-time-tokens.ts';
import { createOpenIdFlow, type OpenIdFlow } from './openid-flow.ts';
import { profileOf } from './openid-profile.ts';

/** Any of the common kinds of key pair; never a shared secret, never none. */
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
/** How old a token may be, in seconds: it is exchanged as soon as it is there, however long it would last. */
const tokenAgeMax = 5 * 60;
/** How far the provider's clock may be from ours, in seconds. */
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

/** Another OpenID Connect provider in the place of the embedded one: sign-up, sign-in and passwords are its own. */
export interface ExternalProvider extends IdentityProvider {
  readonly flow: OpenIdFlow;
  /** The ID token of the browser that comes back. Throws `sign-in-expired`. */
  finish(
    code: string,
    browser: string | undefined,
  ): Promise<{
    readonly email: string;
    readonly idToken: string;
    readonly to: string;
    readonly invite?: string | undefined;
  }>;
  /** Where the provider ends its own session; undefined where it has no such address or can't be asked. */
  signOutUrl(idToken: string | undefined): Promise<URL | undefined>;
}

export interface ExternalProviderOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly settings: OpenIdSettings;
  readonly signUpPolicy: SignUpPolicy;
  readonly now: () => number;
}

/** True for what is wrong with a token, and not with the way to the provider's keys. */
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
    keep: async (_write, { claims, idToken, newcomer }) => ({
      kept: { email: vouchedPersonOf(claims).email, idToken, invite: newcomer.invite },
    }),
  });
  let known: { readonly address: string; readonly keys: JWTVerifyGetKey } | undefined;

  /** The provider's keys, asked for again when one is missing. */
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

    async identify(idToken): Promise<VouchedPerson> {
      const claims = await verify(idToken);
      // A token for several audiences names the one that asked for it.
      if (claims.azp !== undefined && claims.azp !== settings.clientId) {
        throw notSignedIn();
      }
      // When it was signed, not the provider's `auth_time`: how long people stay logged in there is its own business.
      return { ...vouchedPersonOf(claims), authenticatedAt: (claims.iat ?? 0) * 1000 };
    },

    async admit(write, who, newcomer) {
      const { db, touch } = write;
      const account = await linkedAccountOf(db, who, now(), (id) =>
        signUpPolicy.recordSignUp(write, id, newcomer),
      );
      if (!account) throw emailTaken();
      const { email, displayName, photoURL } = account;
      const isSame =
        email === who.email && displayName === who.displayName && photoURL === who.photoURL;
      if (isSame) return account.id;
      if (!(await saveProfile(db, account.id, who))) throw emailTaken();
      // The name stands on every page that shows something by this person.
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
