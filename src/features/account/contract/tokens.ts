import { z } from 'zod';
import { defineEndpoint, tokenScopes } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { textSchema } from '../../../platform/text/text-schema.ts';
import { confirmSchema } from './factors.ts';
import { passwordNotSet, signInAgain, userNotFound, wrongPassword } from './problems.ts';

/** Tokens per account; the message of `tokens-full` contains the number, too. */
export const tokensMax = 20;
/** Code points of a token's name. */
const tokenNameMax = 60;
/** Lifetimes of a token, in days. */
export const tokenDays = [30, 90, 365] as const;

export const tokensFull = defineProblem(
  'tokens-full',
  409,
  'You have 20 tokens, which is the most. Please revoke one first.',
);
export const tokenNotFound = defineProblem(
  'token-not-found',
  404,
  'This token has been revoked already.',
);

export const tokenNameSchema = textSchema({ name: 'Name', max: tokenNameMax });

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `read`: calls that change nothing. `write`: also calls that change the person's own data. */
  scope: z.enum(tokenScopes),
  createdAt: z.iso.datetime(),
  /** Null for a token that doesn't expire. */
  expiresAt: z.iso.datetime().nullable(),
  /** Accurate to ten minutes; null for a token that was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ListedToken = z.output<typeof tokenSchema>;

export const myTokens = defineEndpoint({
  method: 'GET',
  path: '/api/account/tokens',
  access: 'member',
  summary: "The personal tokens by which the person's own programs use these calls.",
  reply: z.array(tokenSchema),
});

export const makeToken = defineEndpoint({
  method: 'POST',
  path: '/api/account/tokens',
  access: 'member',
  summary: 'A new personal token, which is never shown again; asks for the password.',
  body: confirmSchema.extend({
    name: tokenNameSchema,
    scope: z.enum(tokenScopes, { error: 'Choose what the token may do.' }),
    /** Days until it expires; null for never. */
    days: z.literal(tokenDays, { error: 'Choose when the token ends.' }).nullable(),
  }),
  reply: z.object({ token: tokenSchema, secret: z.string() }),
  status: 201,
  refusals: [tokensFull, passwordNotSet, signInAgain, userNotFound, wrongPassword, tooManyRequests],
});

export const revokeToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/tokens/:id',
  access: 'member',
  summary: 'Revokes a personal token: from then on it opens nothing.',
  params: z.object({ id: z.string() }),
  refusals: [tokenNotFound],
});
