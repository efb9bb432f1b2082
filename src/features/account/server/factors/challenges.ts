import { createHash } from 'node:crypto';
import { cookieJar } from '../../../../identity/session/cookies.ts';
import { isSecretToken } from '../../../../identity/session/secret-token.ts';
import type { CallReply, CallRequest } from '../../../../platform/http/answers/answers.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { setupExpired } from '../../contract/factor-problems.ts';
import { dropExpiredTokens, issueToken, type Purpose, spendToken } from '../one-time-tokens.ts';

/** Lifetime of a challenge. */
const challengeLifetimeMs = 5 * 60_000;

export type ChallengePurpose = Extract<Purpose, `passkey-${string}`>;

/** The purpose of a challenge, and its person, if known beforehand. */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose;
  readonly personId?: string;
}

/** Challenges for devices to sign: each is valid once, for a few minutes, in the browser that requested it. */
export interface Challenges {
  begin(reply: CallReply, use: ChallengeUse): Promise<Buffer>;
  /** Spends this browser's challenge for this purpose. Throws `setup-expired` where there is none. */
  take(request: CallRequest, use: ChallengeUse): Promise<Buffer>;
}

export interface ChallengesOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly now: () => number;
}

/** Derived from the HttpOnly cookie's secret, so only the secret's hash has to be stored. */
function challengeOf(secret: string): Buffer {
  return createHash('sha256').update(`challenge ${secret}`).digest();
}

export function createChallenges({ storage, siteUrl, now }: ChallengesOptions): Challenges {
  const cookie = cookieJar('passkey', siteUrl, '/identity');

  return {
    async begin(reply, { purpose, personId }) {
      const secret = await storage.write(
        async ({ db }) => {
          await dropExpiredTokens(db, now());
          return issueToken(db, {
            purpose,
            ...(personId && { personId }),
            expiresAt: now() + challengeLifetimeMs,
          });
        },
        // Two concurrent ones would wait for each other's expired rows.
        { lockKeys: ['expired-tokens'] },
      );
      reply.header('set-cookie', cookie.write(secret, challengeLifetimeMs / 1_000));
      return challengeOf(secret);
    },

    async take(request, { purpose, personId }) {
      const secret = cookie.read(request.headers.cookie);
      if (!secret || !isSecretToken(secret)) throw setupExpired();
      const known = { purpose, token: secret, now: now() };
      const used = await spendToken(storage, known, (_write, token) => token, { lockKeys: [] });
      if (!used || used.personId !== (personId ?? null)) throw setupExpired();
      return challengeOf(secret);
    },
  };
}
