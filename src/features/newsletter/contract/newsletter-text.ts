import { z } from 'zod';
import { normalEmail } from '../../../identity/person.ts';
import { readText } from '../../../platform/text/read-text.ts';
import { textSchema, valueSchema } from '../../../platform/text/text-schema.ts';

/** Schemas of the newsletter's forms. Separate from the contract: a client that only makes calls doesn't load them. */

/** Characters of an e-mail address, by RFC 5321. */
const emailMax = 254;
/** Code points. */
const subjectMax = 150;
const noteMax = 2_000;
const searchMax = 100;
/** Blogs per newsletter, at most. */
export const blogsMax = 20;

const notAnEmail = 'This is not an email address yet.';

export const subscriberEmailSchema = z
  .string({ error: notAnEmail })
  .max(emailMax, { error: notAnEmail })
  .trim()
  .pipe(z.email({ error: notAnEmail }))
  .transform(normalEmail);

export const subscriberSearchSchema = z
  .string()
  .max(searchMax, { error: `search can have at most ${searchMax} characters.` })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: "search holds characters that can't be used.",
  });

export const newIssueSchema = z.object({
  subject: textSchema({ name: 'Subject', max: subjectMax }).refine((text) => !text.includes('\n'), {
    error: 'The subject is one line.',
  }),
  note: valueSchema(z.string(), (given) =>
    given.trim() === ''
      ? ''
      : readText({ name: 'Note', max: noteMax }, given.replace(/\r\n?/g, '\n')),
  ),
  blogIds: z
    .array(z.uuid({ version: 'v7', error: 'This is no blog.' }))
    .min(1, { error: 'Choose a blog at least.' })
    .max(blogsMax, { error: `Choose at most ${blogsMax} blogs.` }),
});
