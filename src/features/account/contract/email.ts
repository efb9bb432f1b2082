import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { emailSchema, linkTokenSchema, typedPasswordSchema } from './account-text.ts';

export const changeEmailSchema = z.object({
  email: emailSchema,
  /** Empty for an account without a password. */
  password: typedPasswordSchema.or(z.literal('')),
});

export const changeEmail = defineEndpoint({
  method: 'POST',
  path: '/identity/change-email',
  access: 'member',
  summary: 'Sends a link to a new address; the account has that address once the link is used.',
  body: changeEmailSchema,
});

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/identity/confirm-email',
  access: 'public',
  summary: 'Gives an account the address that a link proves; sessions stay, ID tokens end.',
  body: z.object({ token: linkTokenSchema }),
  reply: z.object({ email: z.string() }),
});
