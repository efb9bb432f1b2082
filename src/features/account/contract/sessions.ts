import { z } from 'zod';
import { roles } from '../../../identity/person.ts';
import { accountSuspended } from '../../../identity/role-problems.ts';
import {
  invitationNeeded,
  invitationOver,
  signUpClosed,
} from '../../../identity/sign-up-policy.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import {
  foreignOrigin,
  notSignedIn,
  notYours,
  tooManyRequests,
} from '../../../platform/contract/problems.ts';
import { emptyFieldSchema } from '../../../platform/text/empty-field.ts';
import {
  changePasswordSchema,
  emailSchema,
  forgotPasswordSchema,
  inviteTokenSchema,
  linkTokenSchema,
  newPasswordSchema,
  profileSchema,
  signInSchema,
  signUpSchema,
  typedPasswordSchema,
} from './account-text.ts';
import {
  accountDeleted,
  emailNotGiven,
  emailNotVerified,
  emailTaken,
  googleCancelled,
  googleEmailNotVerified,
  googleExpired,
  googleFailed,
  googleNotConfigured,
  keptElsewhere,
  linkNotValid,
  mailNotConfigured,
  passwordNotSet,
  signInAgain,
  signInCancelled,
  signInExpired,
  signInFailed,
  tooManyAccounts,
  userNotFound,
  wrongPassword,
} from './problems.ts';
import { secondStepSchema } from './second-step.ts';

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
  role: z.enum(roles),
});
export type User = z.output<typeof userSchema>;

/** Proof of a sign-in: send `idToken` to `POST /jwt` within five minutes. */
export const signedInSchema = z.object({ user: userSchema, idToken: z.string() });

export const startSession = defineEndpoint({
  method: 'POST',
  path: '/jwt',
  access: 'public',
  summary: 'Exchanges the ID token in the Authorization header for a session cookie.',
  /** `invite` is for a new person who signs up through another provider. */
  body: z.object({ email: emailSchema, invite: inviteTokenSchema }),
  reply: z.object({ user: userSchema }),
  refusals: [
    signUpClosed,
    invitationNeeded,
    invitationOver,
    tooManyAccounts,
    notYours,
    accountDeleted,
    accountSuspended,
    emailNotGiven,
    emailNotVerified,
    emailTaken,
    keptElsewhere,
    notSignedIn,
    userNotFound,
    tooManyRequests,
  ],
});

export const callAccountBack = defineEndpoint({
  method: 'POST',
  path: '/identity/call-back',
  access: 'public',
  summary:
    'Calls a deleted account back, by the ID token of a sign-in that was answered with account-deleted, and begins a session.',
  body: z.object({ email: emailSchema }),
  reply: z.object({ user: userSchema }),
  refusals: [notSignedIn, notYours, accountSuspended, userNotFound, keptElsewhere, tooManyRequests],
});

export const endSession = defineEndpoint({
  method: 'GET',
  path: '/logout',
  access: 'public',
  summary: 'Ends the session; only for scripts of the site itself. Who goes there gets a page.',
  refusals: [foreignOrigin],
});

export const identitySettings = defineEndpoint({
  method: 'GET',
  path: '/identity/settings',
  access: 'public',
  summary: 'What this site can do: Google sign-in, e-mail, passkeys.',
  reply: z.object({
    google: z.boolean(),
    mail: z.boolean(),
    /** Or why browsers refuse passkeys: the site's host is an IP address, or it has no HTTPS. */
    passkeys: z.enum(['on', 'number', 'plain-http']),
  }),
});

export const currentUser = defineEndpoint({
  method: 'GET',
  path: '/identity/session',
  access: 'public',
  summary:
    'Who is signed in, with a fresh ID token where this site gives them; both null for a visitor.',
  reply: z.object({ user: userSchema.nullable(), idToken: z.string().nullable() }),
});

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/identity/sign-up',
  access: 'public',
  summary:
    'Makes an account with e-mail and password. With an Idempotency-Key a retry answers with the account that the first one made.',
  body: signUpSchema.extend({ homepage: emptyFieldSchema, invite: inviteTokenSchema }),
  isRepeatable: true,
  reply: signedInSchema,
  status: 201,
  refusals: [
    signUpClosed,
    invitationNeeded,
    invitationOver,
    tooManyAccounts,
    emailTaken,
    keptElsewhere,
    tooManyRequests,
  ],
});

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/identity/sign-in',
  access: 'public',
  summary: 'Signs in with e-mail and password, or says which second step is still missing.',
  body: signInSchema,
  reply: z.union([signedInSchema, secondStepSchema]),
  refusals: [
    accountDeleted,
    accountSuspended,
    keptElsewhere,
    passwordNotSet,
    userNotFound,
    wrongPassword,
    tooManyRequests,
  ],
});

export const updateProfile = defineEndpoint({
  method: 'PUT',
  path: '/identity/profile',
  access: 'member',
  summary: 'Changes name and photo.',
  body: profileSchema,
  isRepeatable: true,
  reply: signedInSchema,
  refusals: [tooManyRequests, keptElsewhere],
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/identity/change-password',
  access: 'member',
  summary: 'Sets a new password and ends all other sessions.',
  body: changePasswordSchema,
  refusals: [
    passwordNotSet,
    signInAgain,
    userNotFound,
    wrongPassword,
    tooManyRequests,
    keptElsewhere,
  ],
});

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/identity/forgot-password',
  access: 'public',
  summary: 'Sends a reset link, if the account exists; the answer is always the same.',
  body: forgotPasswordSchema,
  refusals: [keptElsewhere, mailNotConfigured, tooManyRequests],
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/identity/reset-password',
  access: 'public',
  summary: 'Sets a new password by a reset link and ends all sessions.',
  body: z.object({ token: linkTokenSchema, newPassword: newPasswordSchema }),
  refusals: [keptElsewhere, linkNotValid, tooManyRequests],
});

export const sendVerification = defineEndpoint({
  method: 'POST',
  path: '/identity/send-verification',
  access: 'member',
  summary: "Sends the link that proves the person's address.",
  refusals: [keptElsewhere, mailNotConfigured, tooManyRequests],
});

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/identity/verify-email',
  access: 'public',
  summary: 'Marks the address as proven by a link.',
  body: z.object({ token: linkTokenSchema }),
  refusals: [keptElsewhere, linkNotValid, tooManyRequests],
});

export const finishGoogle = defineEndpoint({
  method: 'POST',
  path: '/identity/google/finish',
  access: 'public',
  summary: 'The outcome of a Google sign-in, for the browser that began it.',
  body: z.object({ code: linkTokenSchema }),
  reply: z.discriminatedUnion('outcome', [
    signedInSchema.extend({ outcome: z.literal('signed-in'), to: z.string() }),
    secondStepSchema.extend({ outcome: z.literal('second-step-needed'), to: z.string() }),
    z.object({
      outcome: z.literal('password-needed'),
      email: z.string(),
      linkToken: z.string(),
      to: z.string(),
    }),
  ]),
  refusals: [
    accountDeleted,
    accountSuspended,
    emailTaken,
    googleCancelled,
    googleEmailNotVerified,
    googleExpired,
    googleFailed,
    googleNotConfigured,
    invitationNeeded,
    invitationOver,
    signUpClosed,
    tooManyAccounts,
    tooManyRequests,
  ],
});

export const linkGoogle = defineEndpoint({
  method: 'POST',
  path: '/identity/google/link',
  access: 'public',
  summary: 'Joins a Google account to the account of the same e-mail, by its password.',
  body: z.object({ linkToken: linkTokenSchema, password: typedPasswordSchema }),
  reply: z.union([signedInSchema, secondStepSchema]),
  refusals: [
    accountDeleted,
    accountSuspended,
    googleExpired,
    googleNotConfigured,
    linkNotValid,
    passwordNotSet,
    userNotFound,
    wrongPassword,
    tooManyRequests,
  ],
});

export const finishSignIn = defineEndpoint({
  method: 'POST',
  path: '/identity/finish',
  access: 'public',
  summary: 'The ID token of a sign-in at another provider, for the browser that began it.',
  body: z.object({ code: linkTokenSchema }),
  reply: z.object({
    email: z.string(),
    idToken: z.string(),
    to: z.string(),
    /** The invitation that the sign-in started with. */
    invite: z.string().optional(),
  }),
  refusals: [signInCancelled, signInExpired, signInFailed, tooManyRequests],
});
