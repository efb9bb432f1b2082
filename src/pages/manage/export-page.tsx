import { SiteExports } from '../../features/transfer/web/site-exports.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function ExportPage() {
  return (
    <ManageLayout
      title="Export"
      lead="All that visitors can read here, to take elsewhere or to keep. No email address of anybody is in it, no draft, and nothing that is hidden: those a backup holds."
    >
      <SiteExports />
    </ManageLayout>
  );
}

export const page = definePage(paths.manageExport, {
  component: ExportPage,
  head: () => ({
    title: 'Export',
    description: 'The whole site, to take away.',
    canonicalPath: paths.manageExport.to(),
  }),
});
