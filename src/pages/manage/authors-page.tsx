import { HandOvers } from '../../features/ownership/web/hand-overs.tsx';
import { ImportedAuthors } from '../../features/ownership/web/imported-authors.tsx';
import {
  handOversQuery,
  importedAuthorsQuery,
} from '../../features/ownership/web/ownership-queries.ts';
import { paths, searchMax } from '../../paths.ts';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { ListSearch } from '../../platform/web/ui/lists/list-search.tsx';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function AuthorsPage() {
  const request = usePageQuery(paths.manageAuthors);
  const refusal = useRefusal();
  return (
    <ManageLayout
      title="Authors"
      lead="Who wrote what was imported, and has no account. What they wrote becomes the account’s that proves their email, or that you hand it to: the blogs keep their addresses, comments and readers."
    >
      <div className="mb-8">
        <ListSearch
          label="Search by name"
          search={request.search}
          max={searchMax}
          to={(search) => paths.manageAuthors.to({ search })}
          path={paths.manageAuthors.path}
        />
      </div>
      {refusal === undefined ? (
        <ImportedAuthors request={request} />
      ) : (
        <RefusedAddress to={paths.manageAuthors.to()} label="Show all authors" />
      )}
      <HeadedSection title="Handed over">
        <HandOvers />
      </HeadedSection>
    </ManageLayout>
  );
}

export const page = definePage(paths.manageAuthors, {
  component: AuthorsPage,
  queries: ({ query }) => [importedAuthorsQuery(query), handOversQuery],
  head: () => ({
    title: 'Authors',
    description: 'Whose the imported texts are.',
    canonicalPath: paths.manageAuthors.to(),
  }),
});
