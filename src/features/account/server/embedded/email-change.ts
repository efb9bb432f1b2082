import { z } from 'zod';
import { noteProvenAddress } from '../../../../identity/imported-authors.ts';
import type { QueueMail } from '../../../../identity/mail/outbox-store.ts';
import { personTag } from '../../../../identity/person.ts';
import { unavailable } from '../../../../platform/contract/problems.ts';
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
import { newEmailMail } from './account-mails.ts';
import { linkLifetimeMs } from './account-security.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';

const payloadSchema = z.object({ from: z.string(), to: z.string() });

/** The state at the request: a new password since then invalidates the change, like links sent before it. */
export interface EmailWish {
  readonly from: string;
  readonly tokenVersion?: number | undefined;
}

export interface EmailChange {
  /** Queues an e-mail with a link to the new address. Throws `email-taken`, `unavailable`. */
  begin(personId: string, to: string): Promise<void>;
  /** Issues the token of that link; undefined where the change is invalid by now. */
  issue(personId: string, wish: EmailWish, to: string): Promise<string | undefined>;
  /**
   * Changes the account's address to the one that the link proves, and returns it. All other links and ID tokens are
   * revoked, since they name the old one; sessions stay. Throws `link-not-valid`, `email-taken`.
   */
  confirm(token: string, origin: EventOrigin): Promise<string>;
}

export interface EmailChangeOptions {
  readonly storage: Storage;
  readonly provider: Pick<EmbeddedProvider, 'endTokens'>;
  readonly securityLog: SecurityLog;
  readonly queueMail: QueueMail | undefined;
  readonly now: () => number;
}

export function createEmailChange(options: EmailChangeOptions): EmailChange {
  const { storage, provider, securityLog, queueMail, now } = options;

  async function change(write: Write, { personId, payload }: OneTimeToken, origin: EventOrigin) {
    const addresses = payloadSchema.safeParse(payload).data;
    if (!personId || !addresses) throw linkNotValid();
    const account = await findAccount(write.db, personId);
    // The address was changed by another link in the meantime.
    if (account?.email !== addresses.from) throw linkNotValid();
    await provider.endTokens(write, personId);
    if (!(await saveEmail(write.db, personId, addresses.to))) throw emailTaken();
    await noteProvenAddress(write, personId);
    write.touch(personTag(personId));
    const event: SecurityEvent = { personId, kind: 'address-changed', origin, at: now() };
    await securityLog.note(write, event, addresses.from);
    return { ...addresses, event };
  }

  return {
    async begin(personId, to) {
      if (await findAccountByEmail(storage.writer, to)) throw emailTaken();
      await storage.write(
        async (write) => {
          const account = await findAccount(write.db, personId);
          const payload = { from: account?.email ?? '', tokenVersion: account?.tokenVersion };
          const mail = { personId, address: to, payload };
          if (!(await queueMail?.(write, newEmailMail, mail)))
            throw unavailable({ retryAfter: 60 });
        },
        { lockKeys: [] },
      );
    },

    async issue(personId, { from, tokenVersion }, to) {
      const account = await findAccount(storage.writer, personId);
      if (account?.email !== from || account.tokenVersion !== tokenVersion) return undefined;
      if (await findAccountByEmail(storage.writer, to)) return undefined;
      return storage.write(async ({ db }) => {
        await dropExpiredTokens(db, now());
        return issueToken(db, {
          purpose: 'change-email',
          personId,
          payload: { from, to },
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
      securityLog.notify(changed.event);
      return changed.to;
    },
  };
}
