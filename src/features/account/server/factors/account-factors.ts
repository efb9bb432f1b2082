import { isOpen } from '../../../../identity/session/session-rows.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { notSignedIn } from '../../../../platform/contract/problems.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import {
  noFactorYet,
  passkeyKnown,
  passkeyNotFound,
  passkeysFull,
  setupExpired,
} from '../../contract/factor-problems.ts';
import { consumeToken } from '../one-time-tokens.ts';
import type { EventOrigin, SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import {
  deleteAuthenticator,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  methodsOf,
  type StoredPasskey,
  saveAuthenticator,
} from './factor-store.ts';
import { dropRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

/** Passkeys per account; the message of `passkeys-full` contains the number, too. */
const passkeysMax = 20;

export type NewPasskey = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
>;

/** A person who changes their own factors, with the origin. */
export interface Owner {
  readonly personId: string;
  /** The session that they were confirmed in. */
  readonly sessionId: string;
  readonly origin: EventOrigin;
}

export interface AddedPasskey {
  readonly passkey: StoredPasskey;
  /** New codes with the first factor; else empty. */
  readonly recoveryCodes: readonly string[];
}

/** Changes of a person's own factors, after they were confirmed. */
export interface AccountFactors {
  /** Throws `passkeys-full` or `passkey-known`. */
  addPasskey(owner: Owner, passkey: NewPasskey): Promise<AddedPasskey>;
  /** Throws `passkey-not-found`. */
  removePasskey(owner: Owner, id: string): Promise<void>;
  /**
   * Turns codes on, by a secret that produced a valid code for this step. Throws `setup-expired` for a used `setup`.
   */
  turnCodesOn(
    owner: Owner,
    codes: { readonly secret: string; readonly step: number; readonly setup: string },
  ): Promise<readonly string[]>;
  /** Idempotent. */
  turnCodesOff(owner: Owner): Promise<void>;
  /** Throws `no-factor-yet`. */
  renewRecoveryCodes(owner: Owner): Promise<readonly string[]>;
}

export interface AccountFactorsOptions {
  readonly storage: Storage;
  readonly log: SecurityLog;
  readonly now: () => number;
}

/** Recovery codes for the first factor; none if the person has codes or had another factor before. */
async function firstRecoveryCodes({ db }: Write, personId: string, before: readonly unknown[]) {
  return before.length === 0 ? replaceRecoveryCodes(db, personId) : [];
}

/** Recovery codes replace a lost factor: without a factor they are of no use. */
async function dropIdleRecoveryCodes({ db }: Write, personId: string): Promise<void> {
  const left = await methodsOf(db, personId);
  if (left.length === 0) await dropRecoveryCodes(db, personId);
}

export function createAccountFactors({ storage, log, now }: AccountFactorsOptions): AccountFactors {
  type Kind = SecurityEvent['kind'];

  /** Writes for the person; records and notifies the event if `work` reports a change. */
  async function change<T>(
    { personId, sessionId, origin }: Owner,
    kind: Kind,
    work: (write: Write) => Promise<{ readonly result: T; readonly isChange: boolean }>,
  ): Promise<T> {
    const event = { personId, kind, origin, at: now() };
    const { result, isChange } = await writeAs(storage, personId, async (write) => {
      // A new password has ended the session in the meantime: an attacker's change isn't completed.
      if (!(await isOpen(write.db, sessionId))) throw notSignedIn();
      const done = await work(write);
      if (done.isChange) await log.note(write, event);
      return done;
    });
    if (isChange) log.notify(event);
    return result;
  }

  return {
    addPasskey: (owner, given) =>
      change(owner, 'passkey-added', async (write) => {
        const { personId } = owner;
        const before = await methodsOf(write.db, personId);
        const known = await listPasskeys(write.db, personId);
        if (known.length >= passkeysMax) throw passkeysFull();
        const id = rowId();
        const passkey = { ...given, id, personId, createdAt: now(), lastUsedAt: null };
        if (!(await insertPasskey(write.db, passkey))) throw passkeyKnown();
        const recoveryCodes = await firstRecoveryCodes(write, personId, before);
        return { result: { passkey, recoveryCodes }, isChange: true };
      }),

    removePasskey: (owner, id) =>
      change(owner, 'passkey-removed', async (write) => {
        const name = await deletePasskey(write.db, owner.personId, id);
        if (name === undefined) throw passkeyNotFound();
        await dropIdleRecoveryCodes(write, owner.personId);
        return { result: undefined, isChange: true };
      }),

    turnCodesOn: (owner, { secret, step, setup }) =>
      change(owner, 'codes-on', async (write) => {
        const { personId } = owner;
        const used = await consumeToken(write.db, ['codes-setup'], setup, now());
        if (used?.personId !== personId) throw setupExpired();
        const before = await methodsOf(write.db, personId);
        await saveAuthenticator(write.db, personId, { secret, createdAt: now() }, step);
        const result = await firstRecoveryCodes(write, personId, before);
        return { result, isChange: true };
      }),

    turnCodesOff: (owner) =>
      change(owner, 'codes-off', async (write) => {
        const isChange = await deleteAuthenticator(write.db, owner.personId);
        await dropIdleRecoveryCodes(write, owner.personId);
        return { result: undefined, isChange };
      }),

    renewRecoveryCodes: (owner) =>
      change(owner, 'recovery-codes-renewed', async ({ db }) => {
        const { personId } = owner;
        if ((await methodsOf(db, personId)).length === 0) throw noFactorYet();
        return { result: await replaceRecoveryCodes(db, personId), isChange: true };
      }),
  };
}
