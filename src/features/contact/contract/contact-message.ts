import { z } from 'zod';
import { normalEmail } from '../../../identity/person.ts';
import { hasExcessiveMarks } from '../../../platform/text/normal-form.ts';
import { isBlank, lengthOf, withoutTurns } from '../../../platform/text/read-text.ts';

/** Code points of a message. The limits of the other fields are far above real values. */
const messageMax = 5_000;
const nameMax = 100;
/** Characters of an e-mail address, by RFC 5321. */
const emailMax = 254;
const searchMax = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them.
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/u;
const unusable = 'This holds characters that can’t be used.';

const isUsable = (text: string) =>
  text.isWellFormed() && !forbidden.test(text) && !hasExcessiveMarks(text);

const required = (message: string, max: number) =>
  z
    .string({ error: message })
    .trim()
    .refine((text) => !isBlank(text), { error: message, abort: true })
    .refine((text) => lengthOf(text) <= max, {
      error: `This can have at most ${max} characters.`,
      abort: true,
    })
    .refine(isUsable, { error: unusable });

const notAnEmail = 'This is not an email address yet.';

/** The fields of the contact form. */
export const contactMessageSchema = z.object({
  /** Appears in the subject of an e-mail and in its Reply-To header. */
  name: required('Please tell us your name.', nameMax)
    .refine((text) => !/[\r\n]/.test(text), { error: unusable })
    .transform(withoutTurns),
  email: required('Please tell us your email address.', emailMax).pipe(
    z.email({ error: notAnEmail }),
  ),
  message: required('Please write a message.', messageMax),
});
export type ContactMessage = z.input<typeof contactMessageSchema>;

/** The address that messages are forwarded to; empty to forward none. */
export const forwardToSchema = z.union(
  [z.literal(''), z.string().max(emailMax).trim().pipe(z.email()).transform(normalEmail)],
  { error: notAnEmail },
);

export const messageSearchSchema = z
  .string()
  .max(searchMax, { error: `search can have at most ${searchMax} characters.` })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: "search holds characters that can't be used.",
  });
