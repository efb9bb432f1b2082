import { z } from 'zod';
import { hasOwnConversion } from '../../../../platform/contract/own-conversion.ts';
import type { ProblemKind } from '../../../../platform/contract/problems.ts';
import { toNfc } from '../../../../platform/text/normal-form.ts';
import { isPictureUrl } from '../../../../platform/text/web-url.ts';
import { emailSchema, nameMax } from '../../contract/account-text.ts';
import type { OpenIdProfile } from '../account-store.ts';

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().optional(),
  // Some issuers send the flag as a string.
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  picture: z.string().optional(),
});

export interface ProfileRules {
  /** True where the issuer must state that the address is verified; otherwise it must only not deny it. */
  readonly needsProof: boolean;
  readonly problems: {
    readonly failed: ProblemKind;
    readonly noEmail: ProblemKind;
    readonly notVerified: ProblemKind;
  };
}

/** The profile in a verified ID token. Throws one of the three problems. */
export function profileOf(claims: unknown, { needsProof, problems }: ProfileRules): OpenIdProfile {
  if (hasOwnConversion(claims)) throw problems.failed();
  const result = claimsSchema.safeParse(claims);
  if (!result.success) throw problems.failed({ cause: result.error });
  const { iss, sub, email: given, email_verified: proof, picture, ...names } = result.data;
  const email = emailSchema.safeParse(given).data;
  if (email === undefined) throw problems.noEmail();
  const isVerified = proof === undefined ? !needsProof : proof === true || proof === 'true';
  if (!isVerified) throw problems.notVerified();
  const name = [names.name, names.preferred_username, email.split('@')[0]]
    .map((text) => toNfc((text ?? '').replace(/\p{C}/gu, '')).trim())
    .find((text) => text !== '');
  return {
    issuer: iss,
    subject: sub,
    email,
    displayName: [...(name ?? '')].slice(0, nameMax).join(''),
    photoURL: picture && isPictureUrl(picture) ? picture : null,
  };
}
