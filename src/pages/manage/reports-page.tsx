import { useQuery } from '@tanstack/react-query';
import { reportedTextsQuery } from '../../features/moderation/web/manage-queries.ts';
import { ManagedList } from '../../features/moderation/web/managed-list.tsx';
import { paths } from '../../paths.ts';
import { definePage, usePageQuery } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function ReportsPage() {
  const { cursor } = usePageQuery(paths.manage);
  const { data, isError, refetch } = useQuery(reportedTextsQuery(cursor));
  return (
    <ManageLayout
      title="Reports"
      lead="What most readers report comes first, then what has waited longest."
    >
      <ManagedList
        data={data}
        isError={isError}
        onRetry={() => void refetch()}
        empty={{
          drawing: 'bubble',
          title: 'Nothing is waiting',
          text: 'What readers report will stand here.',
        }}
        addressAt={(next) => paths.manage.to({ cursor: next })}
        first={cursor === '' ? undefined : paths.manage.to()}
      />
    </ManageLayout>
  );
}

export const page = definePage(paths.manage, {
  component: ReportsPage,
  queries: ({ query: { cursor } }) => [reportedTextsQuery(cursor)],
  head: () => ({ title: 'Manage', description: 'Keeping this site in order.' }),
});
