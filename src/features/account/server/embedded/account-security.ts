import { endSessionsOf } from '../../../../identity/session.ts';
import type { RateLimiter } from '../../../../platform/http/rate-limit.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { linkNotValid } from '../../problems.ts';
import {
  findAccount,
  findAccountByEmail,
  markEmailVerified,
  savePasswordHash,
} from '../account-store.ts';
import { accountRule } from '../limits.ts';
import { consumeToken, dropExpiredTokens, issueToken } from '../one-time-tokens.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { hashPassword } from './password-hash.ts';

/** How long a link in a letter works. */
const linkLifetimeMs = 30 * 60_000;

export interface AccountSecurity {
  /** Sets the password and ends all sessions and tokens; `afterwards` runs in the same write. */
  setPassword<T>(
    personId: string,
    password: string,
    afterwards: (write: Write) => Promise<T>,
  ): Promise<T>;
  /** Sets the password by a link. Throws `link-not-valid`. */
  reset(token: string, password: string): Promise<void>;
  issueVerification(personId: string): Promise<string>;
  /** Throws `link-not-valid`. */
  verifyEmail(token: string): Promise<void>;
}

export interface AccountSecurityOptions {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly provider: Pick<EmbeddedProvider, 'endTokens'>;
  readonly now: () => number;
}

/** A one-time token to set a new password with; undefined where nobody has this address. */
export async function issueReset(
  storage: Storage,
  email: string,
  by: 'mail' | 'operator',
  now: number,
): Promise<string | undefined> {
  const account = await findAccountByEmail(storage.writer, email);
  if (!account) return undefined;
  return storage.write(async ({ db }) => {
    await dropExpiredTokens(db, now);
    return issueToken(db, {
      purpose: `reset-by-${by}`,
      personId: account.id,
      expiresAt: now + linkLifetimeMs,
    });
  });
}

export function createAccountSecurity(options: AccountSecurityOptions): AccountSecurity {
  const { storage, limiter, provider, now } = options;

  async function replacePassword(write: Write, personId: string, passwordHash: string) {
    // First, because it holds the account's row: a session begun at this instant comes before and is ended.
    await provider.endTokens(write, personId);
    await endSessionsOf(write, personId);
    await savePasswordHash(write.db, personId, passwordHash);
  }

  return {
    async setPassword(personId, password, afterwards) {
      const passwordHash = await hashPassword(password);
      return storage.write(async (write) => {
        await replacePassword(write, personId, passwordHash);
        return afterwards(write);
      });
    },

    async reset(token, password) {
      const passwordHash = await hashPassword(password);
      const personId = await storage.write(async (write) => {
        const used = await consumeToken(
          write.db,
          ['reset-by-mail', 'reset-by-operator'],
          token,
          now(),
        );
        if (!used?.personId) throw linkNotValid();
        await replacePassword(write, used.personId, passwordHash);
        // Only a letter proves that the address is theirs; the operator may hand a link to anybody.
        if (used.purpose === 'reset-by-mail') await markEmailVerified(write.db, used.personId);
        return used.personId;
      });
      const account = await findAccount(storage.writer, personId);
      // The owner gets in again from everywhere, whatever somebody else used up.
      if (account) await limiter.forgetAll(accountRule, account.email);
    },

    async issueVerification(personId) {
      return storage.write(({ db }) =>
        issueToken(db, { purpose: 'verify-email', personId, expiresAt: now() + linkLifetimeMs }),
      );
    },

    async verifyEmail(token) {
      await storage.write(async ({ db }) => {
        const used = await consumeToken(db, ['verify-email'], token, now());
        if (!used?.personId) throw linkNotValid();
        await markEmailVerified(db, used.personId);
      });
    },
  };
}
