import { z } from 'zod';
import { normalEmail } from '../../../identity/person.ts';
import { toNfc } from '../../../platform/text/normal-form.ts';
import { isBlank, lengthOf, readText, withoutTurns } from '../../../platform/text/read-text.ts';
import { textSchema, valueSchema } from '../../../platform/text/text-schema.ts';
import { pictureUrlSchema } from '../../../platform/text/web-url.ts';

/** Schemas of the account forms. Separate from the contract: a client that only makes calls doesn't load them. */

export const allFieldsRequired = 'All fields are required!';
/** Code points of a password. */
export const passwordMin = 6;
const passwordMax = 128;
/** Characters of an e-mail address, by RFC 5321. */
const emailMax = 254;
/** Code points of a name. */
export const nameMax = 100;

/** Code points of an author's biography. */
export const bioMax = 300;

const notAnEmail = 'Please enter a valid email address.';
const emailPattern =
  /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to refuse them.
const controls = /[\u0000-\u001F\u007F]/u;

const filledIn = z
  .string({ error: allFieldsRequired })
  .refine((text) => !isBlank(text), { error: allFieldsRequired, abort: true });

/** An address in the form that is stored and compared: NFC, lower case, trimmed. */
export const emailSchema = filledIn
  .transform(normalEmail)
  .refine((text) => text.isWellFormed() && text.length <= emailMax && emailPattern.test(text), {
    error: notAnEmail,
  });

const displayNameSchema = filledIn
  .transform(withoutTurns)
  .pipe(textSchema({ name: 'Your name', max: nameMax }));

const photoUrlSchema = filledIn.pipe(pictureUrlSchema({ name: 'Photo URL' }));

/** An author's biography, plain text; may be empty. */
const bioSchema = valueSchema(z.string(), (given) =>
  given.trim() === '' ? '' : readText({ name: 'About you', max: bioMax }, given),
);

/** A password as typed to sign in: refused only if no password can be like it. Normalized to NFC. */
export const typedPasswordSchema = z
  .string({ error: allFieldsRequired })
  .min(1, { error: allFieldsRequired, abort: true })
  .refine((text) => text.isWellFormed() && !controls.test(text), {
    error: "Password holds characters that can't be used.",
    abort: true,
  })
  .transform(toNfc)
  .refine((text) => lengthOf(text) <= passwordMax, {
    error: `Password can have at most ${passwordMax} characters.`,
    abort: true,
  });

/** Empty for an account without a password; where there is none at all, its field says so. */
export const passwordOrNoneSchema = z.union([typedPasswordSchema, z.literal('')], {
  error: (issue) =>
    issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : allFieldsRequired,
});

/** A new password; the error names the first rule that it breaks. */
export const newPasswordSchema = typedPasswordSchema
  .refine((text) => lengthOf(text) >= passwordMin, {
    error: `Password must be at least ${passwordMin} characters long.`,
    abort: true,
  })
  .refine((text) => /\p{Lu}/u.test(text), {
    error: 'Password must contain at least one uppercase letter.',
    abort: true,
  })
  .refine((text) => /\p{Ll}/u.test(text), {
    error: 'Password must contain at least one lowercase letter.',
  });

/** The token of a link in an e-mail. */
export const linkTokenSchema = z
  .string({ error: 'This link is incomplete.' })
  .regex(/^[\w-]{43}$/, { error: 'This link is incomplete.' });

/** The token of an invitation's link. A malformed token is ignored. */
export const inviteTokenSchema = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional()
  .catch(undefined);

export const profileSchema = z.object({ displayName: displayNameSchema, photoURL: photoUrlSchema });
export const saveBioSchema = z.object({ bio: bioSchema });
export const signUpSchema = profileSchema.extend({
  email: emailSchema,
  password: newPasswordSchema,
});
export const signInSchema = z.object({ email: emailSchema, password: typedPasswordSchema });
export const forgotPasswordSchema = z.object({ email: emailSchema });
export const changePasswordSchema = z.object({
  currentPassword: passwordOrNoneSchema,
  newPassword: newPasswordSchema,
});
export const deleteAccountSchema = z.object({
  password: passwordOrNoneSchema,
  blogs: z.enum(['keep', 'remove'], { error: 'Choose what happens to your blogs.' }),
});
