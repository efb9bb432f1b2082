import { z } from 'zod';
import { addressNotProven } from '../../identity/mail/mail-problems.ts';
import { notificationsQuery } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../platform/contract/problems.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';
import { bellMax, kinds, outcomes } from './kinds.ts';

/** Notifications on a page. */
export const pageSize = 20;

const notificationSchema = z.object({
  /** The id for marking it read; for unseen new blogs it isn't a row's id. */
  _id: z.string(),
  kind: z.enum(kinds),
  /** The number of texts, counting only those that the member may see now; at least 1. */
  count: z.int().min(1),
  /** Whether there are more than are counted. */
  isMore: z.boolean(),
  /** The current title of the blog, or of one of several; null where that isn't visible. */
  title: z.string().nullable(),
  /** The writers of the texts, the latest first, at most three; empty for decisions by staff. */
  names: z.array(z.string()),
  /** The decision by staff, and the kind of text; null for other kinds. */
  decision: z.object({ text: z.enum(['blog', 'comment']), outcome: z.enum(outcomes) }).nullable(),
  /** The path to the text, or to a page on which its reader finds it; null where there is none. */
  to: z.string().nullable(),
  /** When its latest event happened. */
  at: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Notification = z.output<typeof notificationSchema>;

export const notifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary:
    'What the member is told, newest first, 20 a page; the next page is in the Link header, and where it lies in the list in X-Total-Count and X-Offset.',
  query: z.object({
    cursor: valueSchema(z.string(), notificationsQuery.shape.cursor).prefault(''),
  }),
  reply: z.array(notificationSchema),
});

export const unreadNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: `How many notifications the member hasn't read: ${bellMax + 1} where there are more than ${bellMax}.`,
  reply: z.object({
    count: z
      .int()
      .min(0)
      .max(bellMax + 1),
  }),
});

export const readNotification = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  access: 'member',
  summary: 'Marks a notification of the member read; nothing changes where there is none.',
  params: z.object({ id: z.string() }),
  refusals: [tooManyRequests],
});

export const readAllNotifications = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Marks all notifications of the member read.',
  refusals: [tooManyRequests],
});

export const notificationForm = defineEndpoint({
  method: 'POST',
  path: '/api/notificationForm',
  access: 'member',
  summary: 'Marks notifications read, and leads on; for a form without a script.',
  query: z.object({
    /** The path to redirect to. */
    from: z.string({ error: 'from must be one path.' }).default('/'),
  }),
  takes: 'form',
  /** Empty for all notifications. */
  body: z.object({ id: z.string().default('') }),
  bodyLimit: 2_048,
  status: 303,
  refusals: [tooManyRequests],
});

const choiceSchema = z.object({
  kind: z.enum(kinds),
  /** Whether the site shows it. */
  here: z.boolean(),
  /** Whether it is e-mailed; null for comments, whose e-mails are set by `/api/account/letters`. */
  email: z.boolean().nullable(),
});
export type Choice = z.output<typeof choiceSchema>;

export const notificationChoices = defineEndpoint({
  method: 'GET',
  path: '/api/account/notifications',
  access: 'member',
  summary: 'What the member wants to be told of, here and by e-mail.',
  reply: z.object({
    /** Whether this site can send e-mails at all. */
    canSend: z.boolean(),
    choices: z.array(choiceSchema),
  }),
});

export const chooseNotifications = defineEndpoint({
  method: 'PUT',
  path: '/api/account/notifications',
  access: 'member',
  summary: 'Chooses whether a kind of notification is told here or by e-mail.',
  body: z
    .object({
      kind: z.enum(kinds, { error: `kind must be one of ${kinds.join(', ')}.` }),
      here: z.boolean().optional(),
      email: z.boolean().optional(),
    })
    .refine(({ kind, email }) => kind !== 'comment' || email === undefined, {
      error: 'Emails about comments are chosen at /api/account/letters.',
      path: ['email'],
    }),
  reply: choiceSchema,
  refusals: [addressNotProven, tooManyRequests],
});
