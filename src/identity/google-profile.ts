import { z } from 'zod';
import { googleEmailNotVerified, googleFailed } from '../features/account/problems.ts';
import { isWebUrl } from '../platform/text/web-url.ts';
import type { ForeignIdentity } from './account-store.ts';

export interface GoogleProfile extends ForeignIdentity {
  /** Lower case, NFC; Google has verified it. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
}

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().min(3).max(254),
  // Some issuers write the flag as a text.
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

const nameMax = 100;

/** What the site takes from a verified ID token of Google. Throws `google-email-not-verified` or `google-failed`. */
export function googleProfileOf(claims: unknown): GoogleProfile {
  const result = claimsSchema.safeParse(claims);
  if (!result.success) throw googleFailed({ cause: result.error });
  const { iss, sub, email, email_verified, name, picture } = result.data;
  if (email_verified !== true && email_verified !== 'true') throw googleEmailNotVerified();
  const plainName = (name ?? '').replace(/\p{C}/gu, '').normalize('NFC').trim();
  const displayName = [...(plainName || (email.split('@')[0] ?? ''))].slice(0, nameMax).join('');
  return {
    issuer: iss,
    subject: sub,
    email: email.trim().normalize('NFC').toLowerCase().normalize('NFC'),
    displayName,
    photoURL: picture && isWebUrl(picture) ? picture : null,
  };
}
