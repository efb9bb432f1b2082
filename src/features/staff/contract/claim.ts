import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';

export const claimNotValid = defineProblem(
  'claim-not-valid',
  409,
  'This link is not good any more. The site prints a new one each time it starts, until somebody owns it: only the latest works.',
);
export const ownedAlready = defineProblem(
  'owned-already',
  409,
  'This site has an owner already, so the link is used up. Owners name further ones under Manage, People.',
);

const codeSchema = z
  .string({ error: 'This link is incomplete.' })
  .regex(/^[\w-]{43}$/, { error: 'This link is incomplete.' });

export const claimSite = defineEndpoint({
  method: 'POST',
  path: '/api/manage/claim',
  access: 'member',
  summary: 'Makes the person the owner of a site that has none, by the code that the site printed.',
  body: z.object({ code: codeSchema }),
  refusals: [claimNotValid, ownedAlready, tooManyRequests],
});
