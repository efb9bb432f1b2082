import { z } from 'zod';
import { downloadRunning } from '../../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { newIssueSchema, subscriberSearchSchema } from './newsletter-text.ts';
import { newsletterOff } from './subscriptions.ts';

export const noMail = defineProblem(
  'no-mail',
  409,
  'This site can’t send email yet. To switch it on, set SMTP_URL.',
);
export const emailNotSent = defineProblem('letter-not-sent', 409, 'The email could not be sent.');
export const issueNotFound = defineProblem('issue-not-found', 404, 'There is no such newsletter.');
export const issueElsewhere = defineProblem(
  'issue-elsewhere',
  409,
  'Somebody else has sent, stopped or discarded it meanwhile.',
);
export const nobodyToSendAgain = defineProblem(
  'nobody-to-send-again',
  409,
  'Nobody is left to send it to again: they have unsubscribed, or it is more than 30 days ago.',
);
export const nobodyToSendTo = defineProblem(
  'nobody-to-send-to',
  409,
  'Nobody has subscribed to the newsletter yet.',
);
export const subscriberNotFound = defineProblem(
  'subscriber-not-found',
  404,
  'This address is not on the list any more.',
);
export const blogsGone = defineProblem(
  'blogs-gone',
  409,
  'One of these blogs is not there any more. Please choose anew.',
);

const issueSchema = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.enum(['draft', 'sending', 'paused', 'stopped', 'done']),
  /** Why the site paused it automatically; empty otherwise. */
  reason: z.string(),
  /** When it resumes automatically after a temporary pause. */
  againAt: z.iso.datetime().nullable(),
  /** The number of recipients, and the outcome of the e-mails so far. */
  total: z.number(),
  sent: z.number(),
  failed: z.number(),
  unknown: z.number(),
  createdAt: z.iso.datetime(),
});
export type Issue = z.output<typeof issueSchema>;

const idParams = z.object({ id: z.string() });

export const newsletterOverview = defineEndpoint({
  method: 'GET',
  path: '/api/manage/newsletter',
  access: 'owner',
  summary: 'The newsletter: its switches, how many get it, the latest issues, blogs to send.',
  reply: z.object({
    isOn: z.boolean(),
    /** Whether this site can send e-mails at all. */
    canSend: z.boolean(),
    /** When the next weekly digest goes out; null for none. */
    digestAt: z.iso.datetime().nullable(),
    subscribers: z.number(),
    /** Addresses that refused too many e-mails. */
    stopped: z.number(),
    issues: z.array(issueSchema),
    blogs: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        author: z.string().nullable(),
        createdAt: z.iso.datetime(),
        /** Whether it was published in the last seven days. */
        isOfThisWeek: z.boolean(),
      }),
    ),
  }),
});
export type NewsletterOverview = z.output<typeof newsletterOverview.reply>;

export const saveNewsletter = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/newsletter',
  access: 'owner',
  summary: 'Switches the newsletter, and its weekly digest, on or off.',
  body: z.object({ isOn: z.boolean(), hasDigest: z.boolean() }),
  refusals: [noMail],
});

export const sendTestLetter = defineEndpoint({
  method: 'POST',
  path: '/api/manage/test-letter',
  access: 'owner',
  summary: 'Sends a test e-mail to the owner, and says whether the mail server took it.',
  reply: z.object({ to: z.string() }),
  refusals: [noMail, emailNotSent],
});

export const makeIssue = defineEndpoint({
  method: 'POST',
  path: '/api/manage/newsletter/issues',
  access: 'owner',
  summary: 'Makes a newsletter of some blogs, to be previewed before it is sent.',
  body: newIssueSchema,
  reply: issueSchema,
  status: 201,
  refusals: [blogsGone],
});

export const issueLetter = defineEndpoint({
  method: 'GET',
  path: '/api/manage/newsletter/issues/:id/letter',
  access: 'owner',
  summary: 'The e-mail as subscribers get it.',
  params: idParams,
  reply: z.string(),
  type: 'text/html; charset=utf-8',
  refusals: [issueNotFound],
});

export const tryIssue = defineEndpoint({
  method: 'POST',
  path: '/api/manage/newsletter/issues/:id/try',
  access: 'owner',
  summary: 'Sends a newsletter to the owner only.',
  params: idParams,
  reply: z.object({ to: z.string() }),
  refusals: [issueNotFound, noMail, emailNotSent],
});

export const steerIssue = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/newsletter/issues/:id/state',
  access: 'owner',
  summary: 'Sends a newsletter to all subscribers, pauses it, goes on, or stops it for good.',
  params: idParams,
  body: z.object({ to: z.enum(['sending', 'paused', 'stopped']) }),
  reply: issueSchema,
  refusals: [issueNotFound, issueElsewhere, nobodyToSendTo, blogsGone, newsletterOff, noMail],
});

export const sendIssueAgain = defineEndpoint({
  method: 'POST',
  path: '/api/manage/newsletter/issues/:id/again',
  access: 'owner',
  summary: 'Sends a newsletter once more to those of whom nobody knows whether they have it.',
  params: idParams,
  reply: issueSchema,
  refusals: [issueNotFound, issueElsewhere, nobodyToSendAgain, blogsGone, newsletterOff, noMail],
});

export const discardIssue = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/newsletter/issues/:id',
  access: 'owner',
  summary: 'Discards a newsletter that has not been sent.',
  params: idParams,
  refusals: [issueNotFound, issueElsewhere],
});

/** A subscriber's consent. Times are null where they haven't come, or weren't recorded. */
const consentSchema = z.object({
  /** The form used, and the texts of the form and the e-mail; empty where not recorded. */
  form: z.string(),
  words: z.string(),
  askedAt: z.iso.datetime().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.enum(['reader', 'owner', 'account']).nullable(),
});

export const subscriberList = defineEndpoint({
  method: 'GET',
  path: '/api/manage/newsletter/subscribers',
  access: 'owner',
  summary:
    'The subscribers of the newsletter, those who have not confirmed yet, or those who were subscribed once, each with what they agreed to: the latest first, 50 at once.',
  query: z.object({
    list: z
      .string()
      .pipe(
        z.enum(['', 'unconfirmed', 'ended'], {
          error: 'list must be empty, unconfirmed or ended.',
        }),
      )
      .optional(),
    search: subscriberSearchSchema.optional(),
    /** The id of the last subscriber on the previous page. */
    cursor: z.string().max(100, { error: 'cursor is not one of this site.' }).optional(),
  }),
  reply: z.object({
    subscribers: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        /** When it was confirmed, or else requested. */
        createdAt: z.iso.datetime(),
        bounces: z.number(),
        isStopped: z.boolean(),
        consent: consentSchema,
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});
export type SubscriberPage = z.output<typeof subscriberList.reply>;

export const removeSubscriber = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/newsletter/subscribers/:id',
  access: 'owner',
  summary: 'Takes an address off the list.',
  params: idParams,
  refusals: [subscriberNotFound],
});

export const subscriberFile = defineEndpoint({
  method: 'GET',
  path: '/api/manage/newsletter/subscribers.csv',
  access: 'owner',
  summary: 'All subscribers as a table for spreadsheets.',
  reply: z.unknown(),
  type: 'text/csv; charset=utf-8',
  isStreamed: true,
  refusals: [downloadRunning],
});
