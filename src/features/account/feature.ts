import type { FastifyBaseLogger } from 'fastify';
import { defineFeature } from '../../identity/define-feature.ts';
import * as accountPage from './contract/account-page.ts';
import * as email from './contract/email.ts';
import * as factorProblems from './contract/factor-problems.ts';
import * as factors from './contract/factors.ts';
import * as openId from './contract/openid.ts';
import * as problems from './contract/problems.ts';
import * as contract from './contract/sessions.ts';
import { type AccountParts, accountAnswers } from './server/account-answers.ts';
import { personalFactors } from './server/factors/personal-factors.ts';
import { factorsSinceBackup } from './server/factors/since-backup.ts';
import { accountRetention } from './server/one-time-tokens.ts';
import { securityEventRetention } from './server/security/security-events.ts';

interface Parts extends Omit<AccountParts, 'settings' | 'onSecurityEvent' | 'now'> {
  readonly config: AccountParts['settings'];
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export const accountFeature = defineFeature({
  name: 'account',
  contracts: [contract, accountPage, email, openId, factors, problems, factorProblems],
  retention: [...accountRetention, ...securityEventRetention],
  notInBackups: {
    one_time_tokens: 'a link or a code that was used since stays used',
    signing_keys: 'their private halves are in the memory of a process that has ended',
  },
  sinceBackup: factorsSinceBackup,
  personalData: (storage) => [personalFactors(storage)],
  start({ config, log, ...parts }: Parts) {
    const { answers, sweep, mails } = accountAnswers({
      ...parts,
      settings: config,
      onSecurityEvent: ({ at: _at, ...event }) => log.info(event, 'security event'),
    });
    return { answers, mails, sweeps: [sweep] };
  },
});
