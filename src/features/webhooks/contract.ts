import { z } from 'zod';
import { textEvents } from '../../blog/events.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../platform/contract/problems.ts';
import { isWebUrl } from '../../platform/text/web-url.ts';

export const webhooksFull = defineProblem(
  'webhooks-full',
  409,
  'This site has 10 webhooks, which is the most. Please delete one first.',
);
export const webhookNotFound = defineProblem(
  'webhook-not-found',
  404,
  'This webhook has been deleted already.',
);
export const deliveryNotFound = defineProblem(
  'delivery-not-found',
  404,
  'This delivery is not in the log any more.',
);
export const deliveryBeingSent = defineProblem(
  'delivery-being-sent',
  409,
  'This delivery is being sent at this moment. Please wait for what comes of it.',
);
export const webhookNotPublic = defineProblem(
  'webhook-not-public',
  409,
  'Webhooks go to addresses on the public internet only.',
);
/** The queue of the webhook is full. */
export const webhookBusy = defineProblem(
  'webhook-busy',
  409,
  'Too much waits for this webhook already. Please see why it fails.',
);

/** Off by an owner, or paused by the site. */
export const webhookOff = defineProblem(
  'webhook-off',
  409,
  'Nothing is sent, as this webhook is off or paused. Switch it on, then send it again.',
);

const urlMax = 2_048;

/** Without a password, and without characters that PostgreSQL or a log can't hold. */
const isHttps = (text: string) => isWebUrl(text) && /^https:/i.test(text);

export const webhookUrlSchema = z
  .string({ error: 'Please enter the address.' })
  .trim()
  .max(urlMax, { error: `The address can have at most ${urlMax} characters.` })
  .refine(isHttps, { error: 'The address must begin with https:// and hold no password.' });

export const webhookSchema = z.object({
  url: webhookUrlSchema,
  events: z
    .array(z.enum(textEvents), { error: 'Choose what is sent.' })
    .min(1, { error: 'Choose what is sent.' })
    .max(textEvents.length)
    .transform((events) => textEvents.filter((event) => events.includes(event))),
});

const listedWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(textEvents)),
  /** `paused`: by the site, after three days without a successful delivery. */
  state: z.enum(['on', 'off', 'paused']),
  /** Time of the first failure since the last success; null after a success. */
  failingSince: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.output<typeof listedWebhook>;

const deliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'sending', 'sent', 'failed', 'dropped']),
  tries: z.int(),
  /** Status of the last reply; null without a reply. */
  status: z.int().nullable(),
  /** The beginning of the last reply, or the reason why there was none. */
  reply: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of the next attempt; null without one. */
  againAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.output<typeof deliverySchema>;

const params = z.object({ id: z.string() });

export const webhookList = defineEndpoint({
  method: 'GET',
  path: '/api/manage/webhooks',
  access: 'owner',
  summary: 'Addresses that are told of what is published, changed and removed.',
  reply: z.object({
    /** Deliveries are on hold since this time, as the site was restored then; null if they are sent. */
    heldSince: z.iso.datetime().nullable(),
    webhooks: z.array(listedWebhook),
  }),
});

export const addWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/manage/webhooks',
  access: 'owner',
  summary: 'Adds a webhook; the secret that signs its deliveries is never shown again.',
  body: webhookSchema,
  reply: z.object({ webhook: listedWebhook, secret: z.string() }),
  status: 201,
  refusals: [webhooksFull, webhookNotPublic],
});

export const changeWebhook = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/webhooks/:id',
  access: 'owner',
  summary: 'Changes where a webhook sends what, and switches it on or off.',
  params,
  body: webhookSchema.extend({ isOn: z.boolean() }),
  refusals: [webhookNotFound, webhookNotPublic],
});

export const deleteWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/webhooks/:id',
  access: 'owner',
  summary: 'Deletes a webhook, with its log and what waits for it.',
  params,
  refusals: [webhookNotFound],
});

export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/manage/webhooks/:id/test',
  access: 'owner',
  summary: 'Sends a webhook the event “ping”.',
  params,
  refusals: [webhookNotFound, webhookBusy],
});

export const webhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/manage/webhooks/:id/deliveries',
  access: 'owner',
  summary: 'The latest deliveries of a webhook, the newest first.',
  params,
  reply: z.array(deliverySchema),
  refusals: [webhookNotFound],
});

export const resendDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/manage/webhooks/deliveries/:id/again',
  access: 'owner',
  summary: 'Sends a delivery again, under its name, unless the webhook is off or paused.',
  params,
  refusals: [deliveryNotFound, deliveryBeingSent, webhookOff],
});
