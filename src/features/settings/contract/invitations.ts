import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { daysSchema, labelSchema, peopleSchema } from './invitation-text.ts';

/** Invitation links, by which people can sign up. */

export const invitationNotFound = defineProblem(
  'invitation-not-found',
  404,
  'This invitation is not there any more.',
);
export const tooManyInvitations = defineProblem(
  'too-many-invitations',
  409,
  'There are 200 invitations that still stand. Take some back first.',
);

const invitationSchema = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['open', 'used', 'over', 'revoked']),
  peopleMax: z.number(),
  peopleCame: z.number(),
  /** The latest people who used it and still have an account. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The name of its creator; null if their account is deleted. */
  by: z.string().nullable(),
});
export type Invitation = z.output<typeof invitationSchema>;

export const invitations = defineEndpoint({
  method: 'GET',
  path: '/api/manage/invitations',
  access: 'owner',
  summary: 'The latest invitations, and who came by which.',
  reply: z.array(invitationSchema),
});

export const invite = defineEndpoint({
  method: 'POST',
  path: '/api/manage/invitations',
  access: 'owner',
  summary: 'Makes an invitation link; only this reply has it.',
  body: z.object({ label: labelSchema, peopleMax: peopleSchema, days: daysSchema }),
  reply: z.object({ id: z.string(), link: z.string() }),
  status: 201,
  refusals: [tooManyInvitations, tooManyRequests],
});

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/invitations/:id',
  access: 'owner',
  summary: 'Takes an invitation back: nobody else comes by it.',
  params: z.object({ id: z.string() }),
  refusals: [invitationNotFound],
});

const invited = z.object({ invite: z.string().max(100).catch('') });
const stateSchema = z.object({ isOpen: z.boolean() });

/** For the page of an invitation link. The token is in the body, which no proxy logs. */
export const invitationState = defineEndpoint({
  method: 'POST',
  path: '/identity/invitation',
  access: 'public',
  summary: 'Whether an invitation is still valid.',
  body: invited,
  reply: stateSchema,
});

/** The same for pages that an earlier version served. */
export const formerInvitationState = defineEndpoint({
  method: 'GET',
  path: '/identity/invitation',
  access: 'public',
  summary: 'Whether an invitation is still valid.',
  query: invited,
  reply: stateSchema,
});
