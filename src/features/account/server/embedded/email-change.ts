import { z } from 'zod';
import { personTag } from '../../../../identity/person.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { emailTaken, linkNotValid } from '../../contract/problems.ts';
import { findAccount, findAccountByEmail, saveEmail } from '../account-store.ts';
import {
  dropExpiredTokens,
  issueToken,
  type OneTimeToken,
  spendToken,
} from '../one-time-tokens.ts';
import type { EventOrigin, SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';

/** How long the link in the letter works. */
const linkLifetimeMs = 30 * 60_000;

const payloadSchema = z.object({ from: z.string(), to: z.string() });

export interface EmailChange {
  /** The token of the link that goes to the new address. Throws `email-taken`. */
  begin(personId: string, to: string): Promise<string>;
  /**
   * Gives the account the address that the link proves, and gives the address back. All other links and ID tokens end,
   * since they name the old one; sessions stay. Throws `link-not-valid`, `email-taken`.
   */
  confirm(token: string, origin: EventOrigin): Promise<string>;
}

export interface EmailChangeOptions {
  readonly storage: Storage;
  readonly provider: Pick<EmbeddedProvider, 'endTokens'>;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
}

export function createEmailChange(options: EmailChangeOptions): EmailChange {
  const { storage, provider, securityLog, now } = options;

  async function change(write: Write, { personId, payload }: OneTimeToken, origin: EventOrigin) {
    const addresses = payloadSchema.safeParse(payload).data;
    if (!personId || !addresses) throw linkNotValid();
    const account = await findAccount(write.db, personId);
    // Changed by another link meanwhile.
    if (account?.email !== addresses.from) throw linkNotValid();
    await provider.endTokens(write, personId);
    if (!(await saveEmail(write.db, personId, addresses.to))) throw emailTaken();
    write.touch(personTag(personId));
    const event: SecurityEvent = { personId, kind: 'address-changed', origin, at: now() };
    await securityLog.note(write, event);
    return { ...addresses, event };
  }

  return {
    async begin(personId, to) {
      const account = await findAccount(storage.writer, personId);
      if (await findAccountByEmail(storage.writer, to)) throw emailTaken();
      return storage.write(async ({ db }) => {
        await dropExpiredTokens(db, now());
        return issueToken(db, {
          purpose: 'change-email',
          personId,
          payload: { from: account?.email ?? '', to },
          expiresAt: now() + linkLifetimeMs,
        });
      });
    },

    async confirm(token, origin) {
      const known = { purpose: 'change-email', token, now: now() } as const;
      const changed = await spendToken(storage, known, (write, used) =>
        change(write, used, origin),
      );
      if (!changed) throw linkNotValid();
      securityLog.notify(changed.event, changed.from);
      return changed.to;
    },
  };
}
