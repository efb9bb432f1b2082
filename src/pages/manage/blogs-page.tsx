import { useQuery } from '@tanstack/react-query';
import { managedBlogShows } from '../../features/moderation/manage-contract.ts';
import { ManageFilter } from '../../features/moderation/web/manage-filter.tsx';
import { managedBlogsQuery } from '../../features/moderation/web/manage-queries.ts';
import { ManagedList } from '../../features/moderation/web/managed-list.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../platform/web/ui/lists/empty-state.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function BlogsPage() {
  const asked = usePageQuery(paths.managedBlogs);
  const refusal = useRefusal();
  const { data, isError, refetch } = useQuery({
    ...managedBlogsQuery(asked),
    enabled: refusal === undefined,
  });
  const { cursor, ...first } = asked;
  return (
    <ManageLayout title="Blogs">
      <ManageFilter
        shows={managedBlogShows}
        asked={first}
        searchLabel="Words of the title"
        addressOf={(query) => paths.managedBlogs.to(query)}
      />
      {refusal !== undefined ? (
        <EmptyState title="This address asks for something that isn’t there" text={refusal} />
      ) : (
        <ManagedList
          data={data}
          isError={isError}
          onRetry={() => void refetch()}
          empty={{ title: 'No blogs here', text: 'None is as this list asks for.' }}
          addressAt={(next) => paths.managedBlogs.to({ ...first, cursor: next })}
          first={cursor === '' ? undefined : paths.managedBlogs.to(first)}
        />
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.managedBlogs, {
  component: BlogsPage,
  queries: ({ query }) => [managedBlogsQuery(query)],
  head: () => ({ title: 'Blogs', description: 'Keeping the blogs of this site in order.' }),
});
