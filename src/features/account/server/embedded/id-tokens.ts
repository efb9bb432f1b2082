import { randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose';
import { z } from 'zod';
import { normalEmail } from '../../../../identity/person.ts';
import { notSignedIn } from '../../../../platform/contract/problems.ts';
import type { Storage } from '../../../../storage/storage.ts';
import type { IdTokenSubject } from '../identity-provider.ts';

const algorithm = 'ES256';
/** The audience of the tokens. */
export const audience = 'the-content-hub';
const tokenLifetimeMs = 5 * 60_000;
/** How long a process signs with one key before it makes another. */
const keyLifetimeMs = 24 * 60 * 60_000;
const clockToleranceMs = 5_000;

const claimsSchema = z.object({
  sub: z.string().min(1),
  email: z.string().min(1),
  name: z.string(),
  picture: z.string().nullish(),
  /** The account's token version. */
  generation: z.int().optional(),
  auth_time: z.int().nonnegative(),
  sid: z.string().min(1).optional(),
});

export interface IdTokenTrust {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
  readonly now: () => number;
}

/** Reads a token. Throws `not-signed-in` unless this issuer signed it for this audience and it is valid now. */
export async function verifyIdToken(token: string, trust: IdTokenTrust): Promise<IdTokenSubject> {
  try {
    const { payload } = await jwtVerify(token, trust.keys, {
      issuer: trust.issuer,
      audience: trust.audience,
      algorithms: [algorithm],
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(trust.now()),
      clockTolerance: clockToleranceMs / 1000,
    });
    const claims = claimsSchema.parse(payload);
    return {
      issuer: trust.issuer,
      subject: claims.sub,
      email: normalEmail(claims.email),
      displayName: claims.name,
      photoURL: claims.picture ?? null,
      tokenVersion: claims.generation,
      // A token can't prove a sign-in later than its issue, whatever the clocks show.
      authenticatedAt: Math.min(claims.auth_time, payload.iat ?? 0) * 1000,
      sessionId: claims.sid,
    };
  } catch (cause) {
    if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) {
      throw notSignedIn({ cause });
    }
    throw cause;
  }
}

export interface IdTokens {
  sign(claims: Omit<IdTokenSubject, 'issuer'>): Promise<string>;
  verify(token: string): Promise<IdTokenSubject>;
  jwks(): Promise<JSONWebKeySet>;
}

export interface IdTokensOptions {
  readonly storage: Storage;
  /** The site's address. */
  readonly issuer: string;
  readonly now: () => number;
}

interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

/**
 * Signs and verifies the site's ID tokens. Each process creates its own key pairs and publishes the public keys in the
 * database: no private key is stored, and a restart is a rotation.
 */
export function createIdTokens({ storage, issuer, now }: IdTokensOptions): IdTokens {
  let signingKey: Promise<SigningKey> | undefined;
  let retiresAt = 0;

  async function makeKey(expires_at: number): Promise<SigningKey> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm);
    const id = randomUUID();
    const jwk = { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' };
    await storage.write(async ({ db }) => {
      await db.deleteFrom('signing_keys').where('expires_at', '<=', now()).execute();
      await db
        .insertInto('signing_keys')
        .values({ id, public_jwk: JSON.stringify(jwk), expires_at })
        .execute();
    });
    return { id, privateKey };
  }

  function currentKey(): Promise<SigningKey> {
    if (signingKey && now() < retiresAt) return signingKey;
    retiresAt = now() + keyLifetimeMs;
    const next = makeKey(retiresAt + tokenLifetimeMs + clockToleranceMs);
    signingKey = next;
    next.catch(() => {
      // Retried for the next token.
      if (signingKey === next) signingKey = undefined;
    });
    return next;
  }

  const keys: JWTVerifyGetKey = async ({ kid }) => {
    const row = await storage.writer
      .selectFrom('signing_keys')
      .select('public_jwk')
      .where('id', '=', kid ?? '')
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (!row) throw new errors.JWKSNoMatchingKey();
    return importJWK(JSON.parse(row.public_jwk), algorithm);
  };

  return {
    async sign(claims) {
      const { id, privateKey } = await currentKey();
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({
        email: claims.email,
        name: claims.displayName,
        picture: claims.photoURL,
        generation: claims.tokenVersion,
        auth_time: Math.floor(claims.authenticatedAt / 1000),
        sid: claims.sessionId,
      })
        .setProtectedHeader({ alg: algorithm, kid: id, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(claims.subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetimeMs / 1000)
        .sign(privateKey);
    },
    verify: (token) => verifyIdToken(token, { issuer, audience, keys, now }),
    async jwks() {
      const rows = await storage.writer
        .selectFrom('signing_keys')
        .select('public_jwk')
        .where('expires_at', '>', now())
        .execute();
      return { keys: rows.map((row) => JSON.parse(row.public_jwk)) };
    },
  };
}
