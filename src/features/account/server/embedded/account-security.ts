import { z } from 'zod';
import { noteProvenAddress } from '../../../../identity/imported-authors.ts';
import { endSessionsOf } from '../../../../identity/session/session.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { linkNotValid } from '../../contract/problems.ts';
import {
  findAccount,
  findAccountByEmail,
  markEmailVerified,
  savePasswordHash,
} from '../account-store.ts';
import { countTries } from '../count-tries.ts';
import { dropFactors } from '../factors/factor-store.ts';
import { accountRule, passwordChangeRule, resetRule } from '../limits.ts';
import {
  consumeToken,
  dropExpiredTokens,
  issueToken,
  peekToken,
  spendToken,
} from '../one-time-tokens.ts';
import type { EventOrigin, SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { hashPassword } from './password-hash.ts';

/** Lifetime of a link in an e-mail. */
export const linkLifetimeMs = 30 * 60_000;

const resetPurposes = ['reset-by-mail', 'reset-by-operator'] as const;

export interface NewPassword {
  readonly personId: string;
  readonly password: string;
  readonly origin: EventOrigin;
}

export interface PasswordReset {
  readonly token: string;
  readonly password: string;
  readonly origin: EventOrigin;
}

export interface AccountSecurity {
  /**
   * Sets the password and ends all sessions and tokens; `afterwards` runs in the same write. Throws
   * `too-many-requests`.
   */
  setPassword<T>(change: NewPassword, afterwards: (write: Write) => Promise<T>): Promise<T>;
  /** Sets the password by a link. Throws `link-not-valid`, `too-many-requests`. */
  reset(reset: PasswordReset): Promise<void>;
  issueVerification(personId: string): Promise<string>;
  /** `by` is the person who is signed in where the link was opened. Throws `link-not-valid`. */
  verifyEmail(token: string, by: string | undefined, origin: EventOrigin): Promise<void>;
}

export interface AccountSecurityOptions {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly provider: Pick<EmbeddedProvider, 'endTokens'>;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
}

const resetOptions = z.object({ withoutFactors: z.boolean() }).partial();
/** `withoutFactors` also removes all second factors, for a person who has lost them. */
export type ResetOptions = z.output<typeof resetOptions>;

/** Issues a one-time token for a new password; undefined without an account of this address. */
export async function issueReset(
  storage: Storage,
  email: string,
  by: 'mail' | 'operator',
  now: number,
  { withoutFactors = false }: ResetOptions = {},
): Promise<string | undefined> {
  const account = await findAccountByEmail(storage.writer, email);
  if (!account) return undefined;
  return storage.write(async ({ db }) => {
    await dropExpiredTokens(db, now);
    return issueToken(db, {
      purpose: `reset-by-${by}`,
      personId: account.id,
      payload: { withoutFactors } satisfies ResetOptions,
      expiresAt: now + linkLifetimeMs,
    });
  });
}

export function createAccountSecurity(options: AccountSecurityOptions): AccountSecurity {
  const { storage, limiter, provider, securityLog, now } = options;

  async function replacePassword(write: Write, passwordHash: string, change: SecurityEvent) {
    const { personId } = change;
    // First, because it locks the account's row: a concurrent sign-in commits before it and is ended, too.
    await provider.endTokens(write, personId);
    await endSessionsOf(write, personId);
    await savePasswordHash(write.db, personId, passwordHash);
    await securityLog.note(write, change);
  }

  function changeOf(personId: string, origin: EventOrigin): SecurityEvent {
    return { personId, kind: 'password-changed', origin, at: now() };
  }

  /** Removes all second factors, and records that with the same cause. */
  async function endFactors(write: Write, cause: Omit<SecurityEvent, 'kind'>): Promise<void> {
    const gone = await dropFactors(write.db, cause.personId);
    for (const kind of gone) await securityLog.note(write, { ...cause, kind });
  }

  /**
   * Marks the address as verified by an e-mail. Before that, an attacker may have signed up with it: second factors
   * added by then are removed, so that they don't lock out the address's owner.
   */
  async function proveAddress(write: Write, cause: Omit<SecurityEvent, 'kind'>): Promise<void> {
    const account = await findAccount(write.db, cause.personId);
    if (!account?.isEmailVerified) await endFactors(write, cause);
    await markEmailVerified(write.db, cause.personId);
    await noteProvenAddress(write, cause.personId);
  }

  async function spendReset(write: Write, passwordHash: string, { token, origin }: PasswordReset) {
    const used = await consumeToken(write.db, resetPurposes, token, now());
    if (!used?.personId) throw linkNotValid();
    const change = changeOf(used.personId, origin);
    await replacePassword(write, passwordHash, change);
    // Only an e-mail proves the address; the operator can give a link to anybody.
    if (used.purpose === 'reset-by-mail') await proveAddress(write, change);
    if (resetOptions.safeParse(used.payload).data?.withoutFactors) await endFactors(write, change);
    return change;
  }

  return {
    async setPassword({ personId, password, origin }, afterwards) {
      const requester = { network: origin.network, isKnown: true };
      const passwordHash = await countTries(limiter, [[passwordChangeRule, personId]], () =>
        hashPassword(password, requester),
      );
      const change = changeOf(personId, origin);
      const result = await storage.write(async (write) => {
        await replacePassword(write, passwordHash, change);
        return afterwards(write);
      });
      securityLog.notify(change);
      return result;
    },

    async reset(reset) {
      // An invalid link costs a look-up by key, but no hash.
      const known = await peekToken(storage.writer, resetPurposes, reset.token, now());
      if (!known?.personId) throw linkNotValid();
      const { network } = reset.origin;
      const tries = [network, known.personId].map((who) => [resetRule, who] as const);
      const change = await countTries(limiter, tries, async () => {
        const passwordHash = await hashPassword(reset.password, { network, isKnown: false });
        return storage.write((write) => spendReset(write, passwordHash, reset));
      });
      securityLog.notify(change);
      const account = await findAccount(storage.writer, change.personId);
      // Resets the rate limit that an attacker may have used up, so that the owner can sign in again.
      if (account) await limiter.forgetAll(accountRule, account.email);
    },

    async issueVerification(personId) {
      return storage.write(({ db }) =>
        issueToken(db, { purpose: 'verify-email', personId, expiresAt: now() + linkLifetimeMs }),
      );
    },

    async verifyEmail(token, by, origin) {
      const known = { purpose: 'verify-email', token, now: now() } as const;
      const personId = await spendToken(storage, known, async (write, { personId }) => {
        if (personId === null) return null;
        // A signed-in person who also has the e-mail is the owner, and keeps their factors.
        if (personId === by) {
          await markEmailVerified(write.db, personId);
          await noteProvenAddress(write, personId);
        } else await proveAddress(write, { personId, origin, at: now() });
        return personId;
      });
      if (!personId) throw linkNotValid();
    },
  };
}
