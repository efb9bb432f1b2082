import { useQuery } from '@tanstack/react-query';
import { myAccountQuery } from '../../features/account/web/account-queries.ts';
import { ConfirmDialog } from '../../features/account/web/factors/confirm-dialog.tsx';
import type { ImportQuestion } from '../../features/transfer/web/imports/import-choices.tsx';
import { importQuery } from '../../features/transfer/web/imports/import-queries.ts';
import { ImportScreen } from '../../features/transfer/web/imports/import-screen.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

/** Asks for the viewer's password, where the account has one. */
function ConfirmImport(question: ImportQuestion) {
  const { data: owner } = useQuery(myAccountQuery());
  return owner ? <ConfirmDialog owner={owner} pendingLabel="Checking..." {...question} /> : null;
}

function ImportPage() {
  return (
    <ManageLayout
      title="Import"
      lead="What WordPress, Ghost, Medium, Substack, Squarespace, Beehiiv, Hugo, Jekyll or another Content Hub exported, a feed, or a list of subscribers. First the file is looked at; nothing is brought in before you say so, and nobody is told of it."
    >
      <ImportScreen confirm={(question) => <ConfirmImport {...question} />} />
    </ManageLayout>
  );
}

export const page = definePage(paths.manageImport, {
  component: ImportPage,
  queries: () => [importQuery()],
  head: () => ({
    title: 'Import',
    description: 'Brings in what another system exported.',
    canonicalPath: paths.manageImport.to(),
  }),
});
