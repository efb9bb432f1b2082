import { z } from 'zod';
import { roles } from '../../../identity/person.ts';
import { downloadRunning } from '../../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { deleteAccountSchema, emailSchema } from './account-text.ts';
import { passwordNotSet, signInAgain, userNotFound, wrongPassword } from './problems.ts';

/** Owners answer people's requests to export or delete their data. The address is in the body, never in a URL. */

export const keepsOrder = defineProblem(
  'keeps-order',
  409,
  'This person keeps the site in order, and can do this on their own account page. Dismiss them first, under People.',
);

const addressSchema = z.object({ email: emailSchema });
const { password } = deleteAccountSchema.shape;
const refusals = [
  keepsOrder,
  passwordNotSet,
  signInAgain,
  tooManyRequests,
  userNotFound,
  wrongPassword,
] as const;

export const findPersonData = defineEndpoint({
  method: 'POST',
  path: '/api/manage/personal-data',
  access: 'owner',
  summary: 'What the site keeps of whoever has this e-mail address, with an account or without.',
  body: addressSchema,
  reply: z.object({
    account: z
      .object({
        id: z.string(),
        name: z.string(),
        role: z.enum(roles),
        since: z.iso.datetime(),
        isSuspended: z.boolean(),
        /** When a deleted account is removed for good; null for others. */
        endsAt: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** The number of rows stored by address, by their name in the file. */
    kept: z.array(z.object({ name: z.string(), count: z.number() })),
  }),
  refusals: [tooManyRequests],
});
export type PersonData = z.output<typeof findPersonData.reply>;

export const exportPersonData = defineEndpoint({
  method: 'POST',
  path: '/api/manage/personal-data/export',
  access: 'owner',
  summary:
    'All of that as a file, as the person would download it. The log says so, and the person is told.',
  body: addressSchema.extend({ password }),
  reply: z.record(z.string(), z.unknown()),
  isStreamed: true,
  refusals: [...refusals, downloadRunning],
});

export const erasePersonData = defineEndpoint({
  method: 'POST',
  path: '/api/manage/personal-data/erase',
  access: 'owner',
  summary:
    'Deletes what is kept under the address at once, and the account as its person would: for seven days a sign-in can call it back.',
  body: addressSchema.extend({ password, blogs: deleteAccountSchema.shape.blogs }),
  refusals,
});
