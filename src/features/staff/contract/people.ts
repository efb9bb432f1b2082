import { z } from 'zod';
import { roles } from '../../../identity/person.ts';
import { proofSchema } from '../../../identity/proof-schema.ts';
import { lastOwner, ownersOnly } from '../../../identity/role-problems.ts';
import { allBlogsQuery, cursorMax } from '../../../paths.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';
import { suspensionSchema } from './staff-text.ts';

/** People on a page. */
export const peoplePerPage = 25;
/** Most people that a search examines: those with its rarest word. */
export const fittingMax = 1_000;
/** Comments are counted up to this number. */
export const countedMax = 1_000;
/** Filters of the list. */
const peopleFilters = ['', 'reported', 'waiting', 'staff', 'suspended'] as const;

export const personNotFound = defineProblem(
  'person-not-found',
  404,
  'Nobody with an account has this id.',
);
export const notYourself = defineProblem(
  'not-yourself',
  409,
  'Nobody suspends themselves, or lets themselves in again. Another owner can.',
);
export const accountLeft = defineProblem(
  'account-left',
  409,
  'This account is deleted. Who comes back is a member, and can be given a role then.',
);

const ofEachKind = z.object({ blog: z.int(), comment: z.int() });

const managedPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  role: z.enum(roles),
  /** When the account was made. */
  since: z.iso.datetime(),
  blogs: z.int(),
  /** Up to `countedMax`. */
  comments: z.int(),
  /** Open reports against their texts. */
  reports: ofEachKind,
  /** Their texts that wait for approval. */
  waiting: ofEachKind,
  /** The last batch of texts that was hidden as one action and is still hidden. */
  hidden: z.object({ batch: z.string(), count: z.int(), reason: z.string() }).nullable(),
  /** Null for a person who isn't suspended at the moment; `until` is null for a permanent suspension. */
  suspension: z
    .object({
      since: z.iso.datetime(),
      until: z.iso.datetime().nullable(),
      reason: z.string(),
    })
    .nullable(),
  /** End of the period in which a deleted account can be restored; null for an active account. */
  leavesAt: z.iso.datetime().nullable(),
});
export type ManagedPerson = z.output<typeof managedPersonSchema>;

export const people = defineEndpoint({
  method: 'GET',
  path: '/api/manage/people',
  access: 'staff',
  summary: `Everybody with an account, newest first or by how many blogs they wrote, ${peoplePerPage} a page; search is by the beginnings of words of the name, by e-mail address, by \`@domain\` or by id.`,
  query: z.object({
    search: valueSchema(z.string(), allBlogsQuery.shape.search).prefault(''),
    filter: z
      .enum(peopleFilters, {
        error: 'filter must be empty, reported, waiting, staff or suspended.',
      })
      .prefault(''),
    sort: z.enum(['', 'blogs'], { error: 'sort must be empty or blogs.' }).prefault(''),
    cursor: valueSchema(
      z.string().meta({ maxLength: cursorMax }),
      allBlogsQuery.shape.cursor,
    ).prefault(''),
  }),
  reply: z.object({
    people: z.array(managedPersonSchema),
    nextCursor: z.string().nullable(),
    /** Whether more people may match than were examined. */
    isCut: z.boolean(),
  }),
});

export type PeopleRequest = z.output<typeof people.query>;

const personParams = z.object({ id: z.string() });

export const setRole = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/people/:id/role',
  access: 'owner',
  summary:
    'Makes a person an owner, a moderator, an editor or a member; asks for the password, or for a sign-in of the last minutes where the account has none.',
  params: personParams,
  body: z.object({
    role: z.enum(roles, { error: 'role must be owner, moderator, editor or member.' }),
    /** Empty for an account without a password. */
    password: proofSchema.prefault(''),
  }),
  refusals: [personNotFound, lastOwner, accountLeft],
});

export const suspend = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/people/:id/suspension',
  access: 'staff',
  summary: 'Suspends a person for a time or for good, and ends their sessions.',
  params: personParams,
  body: suspensionSchema,
  refusals: [personNotFound, notYourself, ownersOnly, lastOwner],
});

export const liftSuspension = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/people/:id/suspension',
  access: 'staff',
  summary: 'Ends a suspension before its time.',
  params: personParams,
  refusals: [personNotFound, ownersOnly],
});
