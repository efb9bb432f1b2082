import { type Answer, answer } from '../../../../../identity/answer.ts';
import { recordAudit } from '../../../../../identity/audit-log.ts';
import { type StaffParts, writeAsStaff } from '../../../../../identity/owners.ts';
import type { HeavyCalls } from '../../../../../identity/quotas/heavy-calls.ts';
import { exportSite } from '../../../contract.ts';
import { writeZip } from '../write-zip.ts';
import type { SiteExportParts } from './parts.ts';
import { siteFiles } from './site-files.ts';

export interface SiteExportAnswerParts
  extends StaffParts,
    Omit<SiteExportParts, 'storage' | 'withEmails'> {
  readonly heavyCalls: HeavyCalls;
}

/** Endpoint for an owner's export of the whole site. */
export function siteExportAnswers(parts: SiteExportAnswerParts): readonly Answer[] {
  return [
    answer(exportSite, async ({ params: { form } }, { person, reply }) => {
      const pieces = writeZip(siteFiles(form, { ...parts, withEmails: false }));
      const archive = await parts.heavyCalls.stream(person.id, pieces);
      try {
        await writeAsStaff(parts, { person, access: 'owner' }, (write) => {
          const subject = { kind: 'site', id: '', label: form };
          return recordAudit(write, { by: person, action: 'site-exported', subject });
        });
      } catch (error) {
        archive.destroy();
        throw error;
      }
      reply.header('content-disposition', `attachment; filename="the-site-${form}.zip"`);
      return archive;
    }),
  ];
}
