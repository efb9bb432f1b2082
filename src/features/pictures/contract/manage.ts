import { z } from 'zod';
import { anotherOwnersOnly, ownersOnly } from '../../../identity/role-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { textSchema } from '../../../platform/text/text-schema.ts';

/** Most pictures listed for a person or a blog, and most texts listed for a picture. */
export const picturesShown = 100;
export const textsShown = 20;
/** Days in which a cleared profile field can be restored. */
export const putBackDays = 30;
/** The reason that staff give; `max` is in code points. */
export const actReason = { name: 'A reason', max: 300 } as const;

export const pictureNotFound = defineProblem(
  'picture-not-found',
  404,
  'There is no such picture here any more.',
);
export const profileNotFound = defineProblem(
  'profile-not-found',
  404,
  'Nobody with an account has this id.',
);
export const nothingToClear = defineProblem(
  'nothing-to-clear',
  409,
  'This is empty already: they may have changed it meanwhile.',
);
export const nothingToPutBack = defineProblem(
  'nothing-to-put-back',
  409,
  'This can’t be put back: it was cleared too long ago, or they have written something else since.',
);

export const profileFields = ['bio', 'photo'] as const;
export type ProfileField = (typeof profileFields)[number];

const reason = textSchema(actReason);
const clearedSchema = z.object({ reason: z.string(), at: z.iso.datetime() }).nullable();

const managedPictureSchema = z.object({
  /** As `readPictureName` reads it. */
  name: z.string(),
  address: z.string(),
  /** Whether every visitor can see it. */
  isPublic: z.boolean(),
  /** Reason and time of the takedown; null for a picture that wasn't taken down. */
  takenDown: clearedSchema,
  owners: z.array(z.object({ id: z.string(), name: z.string() })),
  blogs: z.array(z.object({ id: z.string(), title: z.string(), isVisible: z.boolean() })),
});
export type ManagedPicture = z.output<typeof managedPictureSchema>;

const managedProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  bio: z.string(),
  /** The photo's address as the person entered it; empty without a photo. */
  photo: z.string(),
  /** The fields that staff cleared and can restore. */
  cleared: z.object({ bio: clearedSchema, photo: clearedSchema }),
});
export type ManagedProfile = z.output<typeof managedProfileSchema>;

export const findPictures = defineEndpoint({
  method: 'GET',
  path: '/api/manage/pictures',
  access: 'staff',
  summary:
    'The picture at an address, the pictures of a blog, or those of a person with their profile, by the address of its page.',
  query: z.object({
    address: z
      .string()
      .max(2_048, { error: 'address must have at most 2,048 characters.' })
      .prefault(''),
  }),
  reply: z.object({
    pictures: z.array(managedPictureSchema),
    profile: managedProfileSchema.nullable(),
  }),
});
export type FoundPictures = z.output<typeof findPictures.reply>;

export const takeDownPicture = defineEndpoint({
  method: 'POST',
  path: '/api/manage/pictures/taken-down',
  access: 'staff',
  summary:
    'Takes a picture down for good, at all its addresses: nobody sees it, and nobody can send it again.',
  body: z.object({ address: z.string().max(2_048), reason }),
  refusals: [pictureNotFound, ownersOnly, anotherOwnersOnly],
});

const profileParams = z.object({ id: z.string() });
const field = z.enum(profileFields, { error: 'field must be bio or photo.' });

export const clearProfile = defineEndpoint({
  method: 'POST',
  path: '/api/manage/people/:id/cleared',
  access: 'staff',
  summary: `Clears a person’s bio or photo; it can be put back for ${putBackDays} days.`,
  params: profileParams,
  body: z.object({ field, reason }),
  refusals: [profileNotFound, nothingToClear, ownersOnly, anotherOwnersOnly],
});

export const putProfileBack = defineEndpoint({
  method: 'POST',
  path: '/api/manage/people/:id/put-back',
  access: 'staff',
  summary: 'Puts back what was cleared of a person’s profile, where nothing took its place.',
  params: profileParams,
  body: z.object({ field }),
  refusals: [profileNotFound, nothingToPutBack, ownersOnly, anotherOwnersOnly],
});
