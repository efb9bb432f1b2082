import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { inviteTokenSchema } from './account-text.ts';

/** The redirects to another provider and back; a popup gets the page that closes it. */
const leading = {
  method: 'GET',
  access: 'public',
  status: 303,
} as const;

const optionalText = z.string().optional().catch(undefined);
const startQuery = z.object({
  to: optionalText,
  channel: optionalText,
  prompt: optionalText,
  invite: inviteTokenSchema,
});
/** The OpenID Connect library validates the provider's parameters. */
const callbackQuery = z.looseObject({});

export const googleStart = defineEndpoint({
  ...leading,
  path: '/identity/google/start',
  summary: 'Leads to Google.',
  query: startQuery,
});

export const googleCallback = defineEndpoint({
  ...leading,
  path: '/identity/google/callback',
  summary: 'Where Google leads back to.',
  query: callbackQuery,
});

export const googleDone = defineEndpoint({
  method: 'GET',
  path: '/identity/google/done',
  access: 'public',
  summary: "The popup's last page.",
  reply: z.string(),
  type: 'text/html; charset=utf-8',
});

export const googleDoneScript = defineEndpoint({
  method: 'GET',
  path: '/identity/google/done.js',
  access: 'public',
  summary: "The popup's last script.",
  reply: z.string(),
  type: 'text/javascript; charset=utf-8',
});

export const externalStart = defineEndpoint({
  ...leading,
  path: '/identity/start',
  summary: 'Leads to the provider that has the accounts.',
  query: startQuery,
});

export const externalCallback = defineEndpoint({
  ...leading,
  path: '/identity/callback',
  summary: 'Where that provider leads back to.',
  query: callbackQuery,
});

export const externalSignOut = defineEndpoint({
  ...leading,
  path: '/identity/sign-out',
  summary: "Ends the session here and leads to where that provider's ends.",
});

export const publicKeys = defineEndpoint({
  method: 'GET',
  path: '/identity/jwks',
  access: 'public',
  summary: "The public keys that this site's ID tokens are signed with (RFC 7517).",
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});
