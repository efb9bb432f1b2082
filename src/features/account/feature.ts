import type { FastifyBaseLogger } from 'fastify';
import { defineFeature } from '../../identity/define-feature.ts';
import * as accountPage from './contract/account-page.ts';
import * as dataRequests from './contract/data-requests.ts';
import * as email from './contract/email.ts';
import * as factorProblems from './contract/factor-problems.ts';
import * as factors from './contract/factors.ts';
import * as openId from './contract/openid.ts';
import * as problems from './contract/problems.ts';
import * as contract from './contract/sessions.ts';
import * as tokens from './contract/tokens.ts';
import { type AccountParts, accountAnswers } from './server/account-answers.ts';
import { type Accounts, type AccountsOptions, createAccounts } from './server/create-accounts.ts';
import { personalFactors } from './server/factors/personal-factors.ts';
import { factorsSinceBackup } from './server/factors/since-backup.ts';
import { accountRetention } from './server/one-time-tokens.ts';
import { securityEventRetention } from './server/security/security-events.ts';
import { personalTokenList } from './server/tokens/personal-token-list.ts';

export { hasFactor } from './server/factors/factor-store.ts';

interface OpenParts extends Omit<AccountsOptions, 'settings' | 'onSecurityEvent' | 'now'> {
  readonly config: AccountsOptions['settings'];
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

/** Opens the accounts before any feature starts, since other features use them. */
export function openAccounts({ config, log, ...parts }: OpenParts): Accounts {
  return createAccounts({
    ...parts,
    settings: config,
    onSecurityEvent: ({ at: _at, ...event }) => log.info(event, 'security event'),
    now: Date.now,
  });
}

export const accountFeature = defineFeature({
  name: 'account',
  contracts: [
    contract,
    accountPage,
    dataRequests,
    email,
    openId,
    factors,
    problems,
    factorProblems,
    tokens,
  ],
  retention: [...accountRetention, ...securityEventRetention],
  notInBackups: {
    one_time_tokens: 'a link or a code that was used since stays used',
    signing_keys: 'their private halves are in the memory of a process that has ended',
  },
  sinceBackup: {
    undone:
      'passwords and addresses that were changed, recovery codes that were used, passkeys and apps that were removed',
    reapply: factorsSinceBackup,
  },
  personalData: (storage) => [personalFactors(storage), personalTokenList(storage)],
  start(parts: AccountParts) {
    const { answers, sweep, mails } = accountAnswers(parts);
    return { answers, mails, sweeps: [sweep] };
  },
});
