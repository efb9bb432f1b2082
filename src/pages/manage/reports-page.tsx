import { paths } from '../../paths.ts';
import { EmptyState } from '../../platform/web/ui/empty-state.tsx';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function ReportsPage() {
  return (
    <ManageLayout title="Reports">
      <EmptyState title="Nothing is waiting" text="What readers report will stand here." />
    </ManageLayout>
  );
}

export const page = definePage(paths.manage, {
  component: ReportsPage,
  head: () => ({ title: 'Manage', description: 'Keeping this site in order.' }),
});
