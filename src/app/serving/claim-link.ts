import { issueClaim } from '../../features/staff/server/own-site.ts';
import { paths } from '../../paths.ts';
import type { Storage } from '../../storage/storage.ts';

/**
 * The start message of a site without an owner: the link that makes its holder the owner, valid until the next start.
 * Empty where the site has an owner. The code is in the fragment, which no proxy logs.
 */
export async function claimLines(storage: Storage, siteUrl: string): Promise<readonly string[]> {
  const code = await issueClaim(storage, Date.now());
  if (code === undefined) return [];
  const link = `${siteUrl}${paths.manageClaim.to()}#code=${code}`;
  return [`Nobody owns this site yet. Whoever opens this link, and signs in, can: ${link}`];
}
