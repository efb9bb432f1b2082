import { z } from 'zod';
import { downloadRunning } from '../../../identity/quotas/quota-problems.ts';
import { lastOwner } from '../../../identity/role-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../../platform/contract/problems.ts';
import { deleteAccountSchema, saveBioSchema } from './account-text.ts';
import {
  passwordNotSet,
  sessionNotFound,
  signInAgain,
  userNotFound,
  wrongPassword,
} from './problems.ts';
import { userSchema } from './sessions.ts';

export const myAccount = defineEndpoint({
  method: 'GET',
  path: '/api/account',
  access: 'member',
  summary: 'What the account page shows of the person.',
  reply: userSchema.extend({
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    isEmailVerified: z.boolean(),
    createdAt: z.iso.datetime(),
    /** The author's biography; may be empty. */
    bio: z.string(),
  }),
});

export const saveBio = defineEndpoint({
  method: 'PUT',
  path: '/api/account/bio',
  access: 'member',
  summary: 'Changes what is said of the person beside the blogs that they wrote.',
  body: saveBioSchema,
  reply: saveBioSchema,
  refusals: [tooManyRequests],
});

export const sessionSchema = z.object({
  id: z.string(),
  /** Browser and system, such as `Firefox on Windows`. */
  label: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

export const mySessions = defineEndpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'member',
  summary: 'Where the person is signed in, the latest first.',
  reply: z.array(sessionSchema),
});

export const securityEventSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** Such as `Firefox on Windows`. */
  browser: z.string(),
  /** Such as `192.0.2.0/24`. */
  network: z.string(),
  at: z.iso.datetime(),
});

export const mySecurityEvents = defineEndpoint({
  method: 'GET',
  path: '/api/account/events',
  access: 'member',
  summary: 'What happened to the account: sign-ins and changes, the latest hundred first.',
  reply: z.array(securityEventSchema),
});

export const endMySession = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'member',
  summary: 'Signs the person out in one place.',
  params: z.object({ id: z.string() }),
  refusals: [sessionNotFound],
});

export const signOutEverywhere = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'member',
  summary: 'Signs the person out everywhere, here too.',
});

export const myData = defineEndpoint({
  method: 'GET',
  path: '/api/account/data',
  access: 'member',
  summary: 'Everything that the site keeps of the person, as a file.',
  reply: z.record(z.string(), z.unknown()),
  isStreamed: true,
  refusals: [downloadRunning],
});

export const deleteMyAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/delete',
  access: 'member',
  summary:
    "Deletes the account; the person's blogs stay without their name, or go too. For seven days a sign-in can call it back.",
  body: deleteAccountSchema,
  refusals: [lastOwner, passwordNotSet, signInAgain, userNotFound, wrongPassword, tooManyRequests],
});
