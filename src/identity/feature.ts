import { defineFeature } from './define-feature.ts';
import { holdMail } from './mail/mail-hold.ts';
import * as mailProblems from './mail/mail-problems.ts';
import { outboxRetention } from './mail/outbox-store.ts';
import { personalMails } from './mail/personal-mails.ts';
import * as quotaProblems from './quotas/quota-problems.ts';
import * as roleProblems from './role-problems.ts';
import { sessionRetention } from './session/session.ts';
import * as signUpPolicy from './sign-up-policy.ts';
import { peopleSinceBackup } from './since-backup.ts';
import { tokenRetention } from './tokens/token-rows.ts';

export const identityFeature = defineFeature({
  name: 'identity',
  contracts: [quotaProblems, roleProblems, signUpPolicy, mailProblems],
  retention: [...sessionRetention, ...tokenRetention, ...outboxRetention],
  notInBackups: {
    sessions: 'a session that was ended since stays ended: everybody signs in again',
    personal_tokens: 'a token that was revoked since stays revoked: programs get new ones',
    claims: 'a site without an owner prints a new link',
    mail_hold: 'a copy is silent towards readers from its restore on, whatever it was before',
  },
  personalData: (storage) => [personalMails(storage)],
  afterRestore: holdMail,
  sinceBackup: {
    undone: 'roles of staff, suspensions, and accounts that were deleted',
    reapply: peopleSinceBackup,
  },
});
