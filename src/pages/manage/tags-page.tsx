import { ManagedTagList } from '../../features/tags/web/manage/managed-tag-list.tsx';
import { managedTagsQuery } from '../../features/tags/web/manage/managed-tags-query.ts';
import { paths, searchMax } from '../../paths.ts';
import { ListSearch } from '../../platform/web/ui/lists/list-search.tsx';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function TagsPage() {
  const request = usePageQuery(paths.manageTags);
  const refusal = useRefusal();
  return (
    <ManageLayout
      title="Tags"
      lead="Each tag has one spelling: the one that readers saw first, or the name that it is given here."
    >
      <div className="mb-8">
        <ListSearch
          label="Search by how a tag begins"
          search={request.search}
          max={searchMax}
          to={(search) => paths.manageTags.to({ search })}
          path={paths.manageTags.path}
        />
      </div>
      {refusal === undefined ? (
        <ManagedTagList request={request} />
      ) : (
        <RefusedAddress to={paths.manageTags.to()} label="Show all tags" />
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.manageTags, {
  component: TagsPage,
  queries: ({ query }) => [managedTagsQuery(query)],
  head: () => ({
    title: 'Tags',
    description: 'The tags of the blogs, and what they are called.',
    canonicalPath: paths.manageTags.to(),
  }),
});
