import { backupQuery } from '../../features/backups/web/backup-query.ts';
import { BackupStatus } from '../../features/backups/web/backup-status.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function BackupsPage() {
  return (
    <ManageLayout
      title="Backups"
      lead="Each was put back once and compared before it was called good. Putting one back in earnest is done at the machine."
    >
      <BackupStatus />
    </ManageLayout>
  );
}

export const page = definePage(paths.manageBackups, {
  component: BackupsPage,
  queries: () => [backupQuery],
  head: () => ({
    title: 'Backups',
    description: 'How old the newest copy of this site is.',
    canonicalPath: paths.manageBackups.to(),
  }),
});
