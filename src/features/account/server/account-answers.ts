import { type Answer, answer } from '../../../identity/answer.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import type { MailKind } from '../../../identity/mail/mail-kind.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import { siteName as defaultName } from '../../../platform/site/own-settings.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { identitySettings } from '../contract/sessions.ts';
import { createAccountEnd } from './account-end.ts';
import { accountPageAnswers } from './account-page-answers.ts';
import type { Accounts } from './create-accounts.ts';
import { dataRequestAnswers } from './data-requests/data-request-answers.ts';
import { embeddedAnswers } from './embedded/embedded-answers.ts';
import { factorAnswers } from './factors/factor-answers.ts';
import { passkeysAt } from './factors/passkeys/relying-party.ts';
import { externalAnswers } from './openid/external-answers.ts';
import { googleAnswers } from './openid/google-answers.ts';
import { sessionAnswers } from './sessions/session-answers.ts';
import { tokenAnswers } from './tokens/token-answers.ts';

export interface AccountParts {
  readonly accounts: Accounts;
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly identity: Identity;
  /** The site's name. */
  readonly siteName?: () => Promise<string>;
  /** Personal data of all other features, for the download and for deleting an account. */
  readonly personalData: readonly PersonalData[];
  readonly now?: () => number;
}

export interface AccountAnswers {
  readonly answers: readonly Answer[];
  /** Removes accounts for good that were deleted a week ago. */
  readonly sweep: () => Promise<void>;
  /** Kinds of e-mails for the outbox. */
  readonly mails: readonly MailKind[];
}

/** Everything under `/jwt`, `/logout`, `/identity` and `/api/account`. */
export function accountAnswers({ now = Date.now, ...given }: AccountParts): AccountAnswers {
  const { siteName = async () => defaultName } = given;
  const { accounts, identity, limiter, storage } = given;
  const { provider, securityLog } = accounts;
  const end = createAccountEnd({ ...given, provider, now });
  const pageParts = { ...given, ...identity, provider, securityLog, end, now };
  const { google, queueMail, mails = [] } = accounts.kind === 'embedded' ? accounts : {};
  return {
    sweep: end.sweep,
    answers: [
      ...sessionAnswers({ ...given, now, provider, securityLog, end }),
      ...accountPageAnswers(pageParts),
      ...tokenAnswers(pageParts),
      ...dataRequestAnswers(pageParts),
      ...(accounts.kind === 'external'
        ? externalAnswers({ identity, limiter, external: accounts.provider })
        : [
            ...embeddedAnswers({
              identity,
              limiter,
              storage,
              accounts,
              now,
            }),
            ...googleAnswers({ identity, limiter, google, siteName }),
            ...factorAnswers({ identity, limiter, storage, accounts, siteName, now }),
          ]),
      answer(identitySettings, async () => ({
        google: google !== undefined,
        mail: queueMail !== undefined,
        passkeys: passkeysAt(identity.siteUrl),
      })),
    ],
    mails,
  };
}
