import { giveUpRole } from '../../../identity/owners.ts';
import { personTag } from '../../../identity/person.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import { endSessionsOf } from '../../../identity/session/session.ts';
import { momentInUtc } from '../../../identity/suspension.ts';
import { everything, type Storage, type Write } from '../../../storage/storage.ts';
import { accountDeleted, userNotFound } from '../contract/problems.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { restoreDays } from './security/security-emails.ts';

const restoreMs = restoreDays * 24 * 60 * 60_000;

/** Deletes accounts: hidden at once, and removed for good unless restored within a week. */
export interface AccountEnd {
  /** Hides a person's data and ends their sessions, tokens and role, in a write that holds the person's lock. */
  hide(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void>;
  /**
   * Restores everything but their role, in a write that holds the person's lock; false for an account that isn't
   * deleted. Decisions by staff in the meantime stay in effect. Throws `user-not-found` after the deadline.
   */
  restore(write: Write, personId: string): Promise<boolean>;
  /** Throws `account-deleted` for an account that can be restored, `user-not-found` after the deadline. */
  assertStands(write: Write, personId: string): Promise<void>;
  /** Removes accounts past the deadline. A failure for one doesn't stop the others. */
  sweep(): Promise<void>;
}

export interface AccountEndOptions {
  readonly storage: Storage;
  readonly provider: Pick<IdentityProvider, 'endTokens'>;
  readonly personalData: readonly PersonalData[];
  readonly now: () => number;
}

/** When the account is removed for good; null for one that isn't deleted. Throws `user-not-found` after that time. */
async function endOf({ db }: Write, personId: string, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('people')
    .select('ends_at')
    .where('id', '=', personId)
    .executeTakeFirst();
  const isOver = row?.ends_at !== null && row !== undefined && row.ends_at <= now;
  if (!row || isOver) throw userNotFound();
  return row.ends_at;
}

async function setEnd({ db }: Write, personId: string, endsAt: number | null): Promise<void> {
  await db.updateTable('people').set({ ends_at: endsAt }).where('id', '=', personId).execute();
}

/** False for an account that was restored or removed in the meantime. */
async function isDue({ db }: Write, id: string, now: number): Promise<boolean> {
  const due = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('ends_at', '<=', now)
    .executeTakeFirst();
  return due !== undefined;
}

/** Deletes a batch of the account's data. Returns false once little is left. */
async function drain(write: Write, parts: readonly PersonalData[], id: string, now: number) {
  if (!(await isDue(write, id, now))) return false;
  for (const part of parts) if (await part.endSome?.(write, id)) return true;
  return false;
}

/** Removes an account for good. */
async function finish(write: Write, parts: readonly PersonalData[], id: string, now: number) {
  if (!(await isDue(write, id, now))) return;
  const { db } = write;
  for (const part of parts) await part.end?.(write, id);
  await db.deleteFrom('people').where('id', '=', id).execute();
}

export function createAccountEnd(options: AccountEndOptions): AccountEnd {
  const { storage, provider, personalData, now } = options;

  return {
    async hide(write, personId, blogs) {
      // First, because it locks the account's row: a concurrent sign-in commits before it and is ended, too.
      await provider.endTokens(write, personId);
      await endSessionsOf(write, personId);
      for (const part of personalData) await part.release?.(write, personId, blogs);
      await giveUpRole(write, personId, now());
      await setEnd(write, personId, now() + restoreMs);
      write.touch(everything);
    },

    async restore(write, personId) {
      if ((await endOf(write, personId, now())) === null) return false;
      // An account deleted by a version that kept its role may still have it.
      await giveUpRole(write, personId, now());
      await setEnd(write, personId, null);
      for (const part of personalData) await part.restore?.(write, personId);
      write.touch(everything);
      return true;
    },

    async assertStands(write, personId) {
      const endsAt = await endOf(write, personId, now());
      if (endsAt === null) return;
      throw accountDeleted({
        message: `This account was deleted. It can be called back until ${momentInUtc(endsAt)}.`,
      });
    },

    async sweep() {
      const due = await storage.writer
        .selectFrom('people')
        .select('id')
        .where('ends_at', '<=', now())
        .execute();
      const failures: unknown[] = [];
      const end = async (id: string) => {
        const locks = { lockKeys: [personTag(id)] };
        while (await storage.write((write) => drain(write, personalData, id, now()), locks));
        await storage.write((write) => finish(write, personalData, id, now()));
      };
      for (const { id } of due) await end(id).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
