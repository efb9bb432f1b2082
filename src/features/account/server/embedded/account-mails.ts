import { z } from 'zod';
import type { MailFacts, MailKind } from '../../../../identity/mail/mail-kind.ts';
import type { EmailMessage } from '../../../../platform/mail/post.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { findAccount } from '../account-store.ts';
import { type AccountSecurity, issueReset, linkLifetimeMs } from './account-security.ts';
import type { EmailChange, EmailWish } from './email-change.ts';
import {
  newAddressEmail,
  newEmailLink,
  resetEmail,
  resetLink,
  verificationEmail,
  verificationLink,
} from './emails.ts';

/** As long as the link is valid: a recipient who waits longer requests another. */
const useful = { usefulMs: linkLifetimeMs, isRepeatable: true };

export const resetMail: MailFacts = { name: 'reset-password', ...useful };
export const verificationMail: MailFacts = { name: 'verify-email', ...useful };
export const newEmailMail: MailFacts = { name: 'change-email', ...useful };

const newEmail = z.object({ from: z.string(), tokenVersion: z.number().optional() });

export interface AccountMailParts {
  readonly storage: Storage;
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
  readonly security: AccountSecurity;
  readonly emailChange: EmailChange;
  readonly now: () => number;
}

/** E-mails with links. Each link's token is created when its e-mail is sent: until then no valid token exists. */
export function accountMails(parts: AccountMailParts): readonly MailKind[] {
  const { storage, siteUrl, siteName, security, emailChange, now } = parts;

  async function reset(email: string): Promise<EmailMessage | undefined> {
    const token = await issueReset(storage, email, 'mail', now());
    return token ? resetEmail(email, resetLink(siteUrl, token), await siteName()) : undefined;
  }

  async function verification(personId: string): Promise<EmailMessage | undefined> {
    const account = await findAccount(storage.writer, personId);
    if (!account) return undefined;
    const link = verificationLink(siteUrl, await security.issueVerification(personId));
    return verificationEmail(account.email, link, await siteName());
  }

  async function change(personId: string, wish: EmailWish, to: string) {
    const token = await emailChange.issue(personId, wish, to);
    return token ? newAddressEmail(to, newEmailLink(siteUrl, token), await siteName()) : undefined;
  }

  return [
    { ...resetMail, compose: async ({ address }) => (address ? reset(address) : undefined) },
    {
      ...verificationMail,
      compose: async ({ personId }) => (personId ? verification(personId) : undefined),
    },
    {
      ...newEmailMail,
      async compose({ personId, address, payload }) {
        const wish = newEmail.parse(payload);
        return personId && address ? change(personId, wish, address) : undefined;
      },
    },
  ];
}
