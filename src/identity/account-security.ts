import { linkNotValid, signInAgain } from '../features/account/problems.ts';
import { everything, type Storage, type Write } from '../storage/storage.ts';
import {
  beginGeneration,
  findAccount,
  findAccountByEmail,
  markEmailVerified,
  savePasswordHash,
} from './account-store.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { consumeToken, dropExpiredTokens, endTokensOf, issueToken } from './one-time-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { endSessionsOf, type Session } from './session.ts';
import type { Throttle } from './throttle.ts';

/** How long a link in a letter works. */
export const linkLifetimeMs = 30 * 60_000;
/** How recent a sign-in has to be to stand in for a password that the account doesn't have. */
const freshSignInMs = 10 * 60_000;

export interface Confirmation {
  readonly session: Session;
  /** Empty for an account without one. */
  readonly password: string;
  readonly network: string;
}

export interface AccountSecurity {
  /** Throws `wrong-password`, `too-many-requests` or, without a password, `sign-in-again`. */
  confirm(confirmation: Confirmation): Promise<void>;
  /** Sets the password and ends all sessions and tokens; `afterwards` runs in the same write. */
  setPassword<T>(
    personId: string,
    password: string,
    afterwards: (write: Write) => Promise<T>,
  ): Promise<T>;
  /** A one-time token to set a new password with; undefined where nobody has this address. */
  issueReset(email: string, by: 'mail' | 'operator'): Promise<string | undefined>;
  /** Throws `link-not-valid`. */
  reset(token: string, password: string): Promise<void>;
  issueVerification(personId: string): Promise<string>;
  /** Throws `link-not-valid`. */
  verifyEmail(token: string): Promise<void>;
  signOutEverywhere(personId: string): Promise<void>;
  /** Deletes the account; `before` runs in the same write, while the person is still there. */
  deleteAccount(personId: string, before: (write: Write) => Promise<void>): Promise<void>;
}

export interface AccountSecurityOptions {
  readonly storage: Storage;
  readonly throttle: Throttle;
  readonly now: () => number;
}

async function endEverything(write: Write, personId: string): Promise<void> {
  // First, because it holds the account's row: a session begun at this instant comes before and is ended.
  await beginGeneration(write.db, personId);
  await endSessionsOf(write, personId);
  await endTokensOf(write.db, personId);
}

export function createAccountSecurity(
  options: AccountSecurityOptions,
  provider: Pick<EmbeddedProvider, 'authenticate'>,
): AccountSecurity {
  const { storage, throttle, now } = options;

  return {
    async confirm({ session, password, network }) {
      const account = await findAccount(storage.writer, session.person.id);
      if (account?.passwordHash) {
        await provider.authenticate({ email: account.email, password, network });
      } else if (session.createdAt < now() - freshSignInMs) {
        throw signInAgain();
      }
    },

    async setPassword(personId, password, afterwards) {
      const passwordHash = await hashPassword(password);
      return storage.write(async (write) => {
        await endEverything(write, personId);
        await savePasswordHash(write.db, personId, passwordHash);
        return afterwards(write);
      });
    },

    async issueReset(email, by) {
      const account = await findAccountByEmail(storage.writer, email);
      if (!account) return undefined;
      return storage.write(async ({ db }) => {
        await dropExpiredTokens(db, now());
        return issueToken(db, {
          purpose: `reset-by-${by}`,
          personId: account.id,
          expiresAt: now() + linkLifetimeMs,
        });
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
        await endEverything(write, used.personId);
        await savePasswordHash(write.db, used.personId, passwordHash);
        // Only a letter proves that the address is theirs; the operator may hand a link to anybody.
        if (used.purpose === 'reset-by-mail') await markEmailVerified(write.db, used.personId);
        return used.personId;
      });
      const account = await findAccount(storage.writer, personId);
      if (account) await throttle.forgetFailuresOf(account.email);
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

    async signOutEverywhere(personId) {
      await storage.write((write) => endEverything(write, personId));
    },

    async deleteAccount(personId, before) {
      await storage.write(async (write) => {
        await before(write);
        await write.db.deleteFrom('people').where('id', '=', personId).execute();
        write.touch(everything);
      });
    },
  };
}
