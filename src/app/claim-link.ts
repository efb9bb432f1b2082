import { issueClaim } from '../features/staff/server/own-site.ts';
import { paths } from '../paths.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * What a site says at its start that nobody owns: the link by which whoever has it becomes the owner, good until the
 * next start. Undefined where the site has an owner.
 */
export async function claimLine(storage: Storage, siteUrl: string): Promise<string | undefined> {
  const code = await issueClaim(storage, Date.now());
  return (
    code &&
    `Nobody owns this site yet. Whoever opens this link and signs in can: ${siteUrl}${paths.manageClaim.to({ code })}`
  );
}
