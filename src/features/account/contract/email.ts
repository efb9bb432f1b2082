import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../../platform/contract/problems.ts';
import { emailSchema, linkTokenSchema, passwordOrNoneSchema } from './account-text.ts';
import {
  emailTaken,
  emailUnchanged,
  keptElsewhere,
  linkNotValid,
  mailNotConfigured,
  passwordNotSet,
  signInAgain,
  userNotFound,
  wrongPassword,
} from './problems.ts';

export const changeEmailSchema = z.object({
  email: emailSchema,
  /** Empty for an account without a password. */
  password: passwordOrNoneSchema,
});

export const changeEmail = defineEndpoint({
  method: 'POST',
  path: '/identity/change-email',
  access: 'member',
  summary: 'Sends a link to a new address; the account has that address once the link is used.',
  body: changeEmailSchema,
  refusals: [
    passwordNotSet,
    signInAgain,
    userNotFound,
    wrongPassword,
    tooManyRequests,
    emailUnchanged,
    emailTaken,
    mailNotConfigured,
    keptElsewhere,
  ],
});

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/identity/confirm-email',
  access: 'public',
  summary: 'Gives an account the address that a link proves; sessions stay, ID tokens end.',
  body: z.object({ token: linkTokenSchema }),
  reply: z.object({ email: z.string() }),
  refusals: [linkNotValid, emailTaken, keptElsewhere, tooManyRequests],
});
