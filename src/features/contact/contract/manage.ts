import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { forwardToSchema, messageSearchSchema } from './contact-message.ts';

export const messageNotFound = defineProblem(
  'message-not-found',
  404,
  'This message is not there any more.',
);

const messageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
  /** The state of forwarding to the owner's address; `none` without such an address. */
  forwarded: z.enum(['none', 'waiting', 'sent', 'failed']),
});
export type Message = z.output<typeof messageSchema>;

const idParams = z.object({ id: z.string() });

export const messageList = defineEndpoint({
  method: 'GET',
  path: '/api/manage/messages',
  access: 'owner',
  summary: 'Messages to the site, the latest first, 20 at once.',
  query: z.object({
    list: z
      .string()
      .pipe(z.enum(['', 'unread'], { error: 'list must be empty or unread.' }))
      .optional(),
    search: messageSearchSchema.optional(),
    /** The id of the last message on the previous page. */
    cursor: z.string().max(100, { error: 'cursor is not one of this site.' }).optional(),
  }),
  reply: z.object({
    messages: z.array(messageSchema),
    nextCursor: z.string().nullable(),
    unread: z.number(),
  }),
});

const settingsSchema = z.object({ isOn: z.boolean(), forwardTo: forwardToSchema });

export const contactSettings = defineEndpoint({
  method: 'GET',
  path: '/api/manage/messages/settings',
  access: 'owner',
  summary: 'Whether messages are taken, and where they are sent on to.',
  reply: z.object({
    isOn: z.boolean(),
    /** Empty to forward none. */
    forwardTo: z.string(),
    /** Whether this site can send e-mails at all. */
    canSend: z.boolean(),
  }),
});

export const saveContactSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/messages/settings',
  access: 'owner',
  summary: 'Switches messages on or off, and names the address that they are sent on to.',
  body: settingsSchema,
});

export const markMessage = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/messages/:id',
  access: 'owner',
  summary: 'Marks a message as read, or as unread again.',
  params: idParams,
  body: z.object({ isRead: z.boolean() }),
  refusals: [messageNotFound],
});

export const deleteMessage = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/messages/:id',
  access: 'owner',
  summary: 'Deletes a message. For a week it can be had back.',
  params: idParams,
  refusals: [messageNotFound],
});

export const restoreMessage = defineEndpoint({
  method: 'POST',
  path: '/api/manage/messages/:id/restore',
  access: 'owner',
  summary: 'Brings back a message that was deleted in the last week.',
  params: idParams,
  refusals: [messageNotFound],
});
