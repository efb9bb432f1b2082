import { z } from 'zod';
import { accountSuspended } from '../../../identity/role-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../../platform/contract/problems.ts';
import { textSchema } from '../../../platform/text/text-schema.ts';
import { linkTokenSchema, passwordOrNoneSchema } from './account-text.ts';
import {
  codeUsed,
  noFactorYet,
  passkeyCopied,
  passkeyKnown,
  passkeyNotFound,
  passkeyRefused,
  passkeysFull,
  passkeysImpossible,
  passkeyUnknown,
  setupExpired,
  wrongCode,
  wrongRecoveryCode,
} from './factor-problems.ts';
import {
  accountDeleted,
  passwordNotSet,
  signInAgain,
  signInExpired,
  userNotFound,
  wrongPassword,
} from './problems.ts';
import { signedInSchema } from './sessions.ts';

/** Code points of a passkey's name. */
const passkeyNameMax = 60;
/** Characters of a credential id: 1,023 bytes (WebAuthn, section 4) as base64url. */
const credentialIdMax = 1_364;
/** Characters of a signature or attestation: current keys take 2,000, attestations with certificates 10,000. */
const statementMax = 16_384;

const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

export const passkeyNameSchema = textSchema({ name: 'Name', max: passkeyNameMax });

const credential = {
  id: base64Url(credentialIdMax),
  rawId: base64Url(credentialIdMax),
  type: z.literal('public-key'),
  // The site requests no extensions.
  clientExtensionResults: z.object({}).default({}),
};

/** A new passkey from the browser (`RegistrationResponseJSON` of WebAuthn). */
export const newCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(statementMax),
    attestationObject: base64Url(statementMax),
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});

/** The proof from the browser when a passkey is used (`AuthenticationResponseJSON` of WebAuthn). */
export const usedCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(statementMax),
    authenticatorData: base64Url(statementMax),
    signature: base64Url(statementMax),
    userHandle: base64Url(128).optional(),
  }),
});

/** Six digits, in any grouping. */
const timeCodeSchema = z
  .string({ error: 'Enter the six digits.' })
  .max(32, { error: 'Enter the six digits.' })
  .transform((text) => text.replace(/\D/g, ''))
  .refine((text) => text.length === 6, { error: 'Enter the six digits.' });

const recoveryCodeSchema = z
  .string({ error: 'Enter a recovery code.' })
  .min(1, { error: 'Enter a recovery code.' })
  .max(64, { error: 'Enter a recovery code.' });

export const timeCodeForm = z.object({ code: timeCodeSchema });
export const recoveryCodeForm = z.object({ recoveryCode: recoveryCodeSchema });

/** Empty for an account without a password that has just signed in. */
export const confirmSchema = z.object({ password: passwordOrNoneSchema });

/** Options for `navigator.credentials`, in WebAuthn's JSON form. */
const credentialOptions = z.looseObject({ challenge: z.string() });

const recoveryCodes = z.array(z.string());
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const myFactors = defineEndpoint({
  method: 'GET',
  path: '/api/account/factors',
  access: 'member',
  summary: 'What proves the person beside the password.',
  reply: z.object({
    passkeys: z.array(passkey),
    /** Since when codes are required; null while they are off. */
    codesSince: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
  }),
});

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/identity/passkeys/begin',
  access: 'member',
  summary: 'What a browser needs to make a passkey; asks for the password.',
  body: confirmSchema,
  reply: credentialOptions,
  refusals: [
    passwordNotSet,
    signInAgain,
    userNotFound,
    wrongPassword,
    tooManyRequests,
    passkeysImpossible,
  ],
});

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/identity/passkeys',
  access: 'member',
  summary: 'Adds the passkey that the browser made; with the first factor come recovery codes.',
  body: z.object({ name: passkeyNameSchema, credential: newCredentialSchema }),
  reply: z.object({ passkey, recoveryCodes }),
  status: 201,
  refusals: [passkeyKnown, passkeyRefused, passkeysFull, passkeysImpossible, setupExpired],
});

export const renamePasskey = defineEndpoint({
  method: 'PUT',
  path: '/identity/passkeys/:id',
  access: 'member',
  summary: 'Gives a passkey another name.',
  params: z.object({ id: z.string() }),
  body: z.object({ name: passkeyNameSchema }),
  refusals: [passkeyNotFound],
});

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/identity/passkeys/:id/remove',
  access: 'member',
  summary: 'Removes a passkey; asks for the password.',
  params: z.object({ id: z.string() }),
  body: confirmSchema,
  refusals: [
    passwordNotSet,
    signInAgain,
    userNotFound,
    wrongPassword,
    tooManyRequests,
    passkeyNotFound,
  ],
});

export const beginCodes = defineEndpoint({
  method: 'POST',
  path: '/identity/codes/begin',
  access: 'member',
  summary: 'A new secret for an authenticator app; asks for the password.',
  body: confirmSchema,
  reply: z.object({
    /** Identifies the secret in the call that turns codes on. */
    setup: z.string(),
    secret: z.string(),
    /** The `otpauth:` address for a QR code. */
    uri: z.string(),
  }),
  refusals: [passwordNotSet, signInAgain, userNotFound, wrongPassword, tooManyRequests],
});

export const turnCodesOn = defineEndpoint({
  method: 'POST',
  path: '/identity/codes',
  access: 'member',
  summary: 'Turns codes on, by a first one; with the first factor come recovery codes.',
  body: timeCodeForm.extend({ setup: linkTokenSchema }),
  reply: z.object({ recoveryCodes }),
  status: 201,
  refusals: [setupExpired, wrongCode, tooManyRequests],
});

export const turnCodesOff = defineEndpoint({
  method: 'POST',
  path: '/identity/codes/off',
  access: 'member',
  summary: 'Turns codes off; asks for the password.',
  body: confirmSchema,
  refusals: [passwordNotSet, signInAgain, userNotFound, wrongPassword, tooManyRequests],
});

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/identity/recovery-codes',
  access: 'member',
  summary: 'Ten new recovery codes in the place of the old; asks for the password.',
  body: confirmSchema,
  reply: z.object({ recoveryCodes }),
  status: 201,
  refusals: [
    passwordNotSet,
    signInAgain,
    userNotFound,
    wrongPassword,
    tooManyRequests,
    noFactorYet,
  ],
});

export const beginPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/identity/passkey/begin',
  access: 'public',
  summary: 'What a browser needs to ask for any passkey of this site.',
  reply: credentialOptions,
  refusals: [passkeysImpossible, tooManyRequests],
});

export const signInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/identity/passkey',
  access: 'public',
  summary: 'Signs in with a passkey alone.',
  body: z.object({ credential: usedCredentialSchema }),
  reply: signedInSchema,
  refusals: [
    accountDeleted,
    accountSuspended,
    passkeyCopied,
    passkeyRefused,
    passkeyUnknown,
    passkeysImpossible,
    setupExpired,
    signInExpired,
    tooManyRequests,
  ],
});

export const beginSecondPasskey = defineEndpoint({
  method: 'POST',
  path: '/identity/second-factor/begin',
  access: 'public',
  summary: "What a browser needs to ask for one of the account's passkeys, after the password.",
  body: z.object({ ticket: linkTokenSchema }),
  reply: credentialOptions,
  refusals: [passkeysImpossible, signInExpired, tooManyRequests],
});

export const secondFactor = defineEndpoint({
  method: 'POST',
  path: '/identity/second-factor',
  access: 'public',
  summary: 'The second step of a sign-in: a passkey, a code or a recovery code.',
  body: z.object({
    ticket: linkTokenSchema,
    proof: z.union([
      timeCodeForm,
      recoveryCodeForm,
      z.object({ credential: usedCredentialSchema }),
    ]),
  }),
  reply: signedInSchema,
  refusals: [
    accountDeleted,
    accountSuspended,
    codeUsed,
    passkeyCopied,
    passkeyRefused,
    passkeyUnknown,
    passkeysImpossible,
    setupExpired,
    signInExpired,
    wrongCode,
    wrongRecoveryCode,
    tooManyRequests,
  ],
});
