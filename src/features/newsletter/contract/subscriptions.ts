import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { emptyFieldSchema } from '../../../platform/text/empty-field.ts';
import { subscriberEmailSchema } from './newsletter-text.ts';

/** Hours until the link to confirm expires. */
export const confirmHours = 48;
/** Days until an unconfirmed request is deleted. */
export const pendingDays = 30;
/** Consecutive permanent refusals after which an address gets no more e-mails. */
export const bouncesMax = 3;

export const newsletterOff = defineProblem(
  'newsletter-off',
  409,
  'This site sends no newsletter at this time.',
);
export const confirmationNotValid = defineProblem(
  'confirmation-not-valid',
  400,
  'This link does not work any more. Please subscribe again.',
);

export const subscribe = defineEndpoint({
  method: 'POST',
  path: '/api/newsletter/subscriptions',
  access: 'public',
  summary:
    'Sends an e-mail with the link that confirms a subscription, at once or when the site can. The answer is the same whether the address is known or not.',
  body: z.object({
    email: subscriberEmailSchema,
    website: emptyFieldSchema,
  }),
  /** Whether this site sends e-mails already. */
  reply: z.object({ isSent: z.boolean() }),
  refusals: [newsletterOff, tooManyRequests],
});

export const confirmSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  access: 'public',
  summary: 'Confirms a subscription by the link of an e-mail.',
  body: z.object({
    token: z
      .string({ error: confirmationNotValid.message })
      .regex(/^[\w-]{43}$/, { error: confirmationNotValid.message }),
  }),
  refusals: [confirmationNotValid, tooManyRequests],
});

export const unsubscribe = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  access: 'public',
  summary:
    'Ends e-mails by the link that each of them has, for mail programs too (RFC 8058). What it was for is not said.',
  params: z.object({ token: z.string() }),
  isFromAnywhere: true,
});

export const openUnsubscribe = defineEndpoint({
  method: 'GET',
  path: '/api/unsubscribe/:token',
  access: 'public',
  summary: 'Redirects to the page with the button that unsubscribes.',
  params: z.object({ token: z.string() }),
  status: 303,
});
