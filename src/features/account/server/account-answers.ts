import { type Answer, answer } from '../../../identity/answer.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import { identitySettings } from '../contract.ts';
import { accountPageAnswers } from './account-page-answers.ts';
import {
  type AccountsOptions,
  createAccounts,
  type EmbeddedAccounts,
  type ExternalAccounts,
} from './create-accounts.ts';
import { embeddedAnswers } from './embedded/embedded-answers.ts';
import { externalAnswers } from './openid/external-answers.ts';
import { googleAnswers } from './openid/google-answers.ts';
import type { PersonalData } from './personal-data.ts';
import { sessionAnswers } from './session-answers.ts';

export interface AccountParts extends Omit<AccountsOptions, 'now'> {
  readonly identity: Identity;
  /** What the other features keep of people, for the download and for deleting an account. */
  readonly personalData: readonly PersonalData[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface AccountAnswers {
  readonly accounts: EmbeddedAccounts | ExternalAccounts;
  readonly answers: readonly Answer[];
  /** Resolves when every letter has left or failed. */
  close(): Promise<void>;
}

/** Everything under `/jwt`, `/logout`, `/identity` and `/api/account`. */
export function accountAnswers({ now = Date.now, ...given }: AccountParts): AccountAnswers {
  const accounts = createAccounts({ ...given, now });
  const { identity, limiter, storage } = given;
  const { provider } = accounts;
  const { google, mailer } = accounts.kind === 'embedded' ? accounts : {};
  return {
    accounts,
    answers: [
      ...sessionAnswers({ ...given, now, provider }),
      ...accountPageAnswers({ ...given, sessions: identity.sessions, provider }),
      ...(accounts.kind === 'external'
        ? externalAnswers({ identity, limiter, external: accounts.provider })
        : [
            ...embeddedAnswers({ identity, limiter, storage, accounts, now }),
            ...googleAnswers({ identity, limiter, google }),
          ]),
      answer(identitySettings, async () => ({
        google: google !== undefined,
        mail: mailer !== undefined,
      })),
    ],
    async close() {
      await mailer?.close();
    },
  };
}
