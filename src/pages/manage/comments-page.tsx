import { useQuery } from '@tanstack/react-query';
import { managedCommentShows } from '../../features/moderation/manage-contract.ts';
import { ManageFilter } from '../../features/moderation/web/manage-filter.tsx';
import { managedCommentsQuery } from '../../features/moderation/web/manage-queries.ts';
import { ManagedList } from '../../features/moderation/web/managed-list.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../platform/web/ui/lists/empty-state.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function CommentsPage() {
  const asked = usePageQuery(paths.managedComments);
  const refusal = useRefusal();
  const { data, isError, refetch } = useQuery({
    ...managedCommentsQuery(asked),
    enabled: refusal === undefined,
  });
  const { cursor, ...first } = asked;
  return (
    <ManageLayout title="Comments">
      <ManageFilter
        shows={managedCommentShows}
        asked={first}
        searchLabel="Words of the comment"
        addressOf={(query) => paths.managedComments.to(query)}
      />
      {refusal !== undefined ? (
        <EmptyState title="This address asks for something that isn’t there" text={refusal} />
      ) : (
        <ManagedList
          data={data}
          isError={isError}
          onRetry={() => void refetch()}
          empty={{ title: 'No comments here', text: 'None is as this list asks for.' }}
          addressAt={(next) => paths.managedComments.to({ ...first, cursor: next })}
          first={cursor === '' ? undefined : paths.managedComments.to(first)}
        />
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.managedComments, {
  component: CommentsPage,
  queries: ({ query }) => [managedCommentsQuery(query)],
  head: () => ({ title: 'Comments', description: 'Keeping the comments of this site in order.' }),
});
