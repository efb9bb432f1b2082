import { HandOvers } from '../../features/ownership/web/hand-overs.tsx';
import { ImportedAuthors } from '../../features/ownership/web/imported-authors.tsx';
import {
  handOversQuery,
  importedAuthorsQuery,
} from '../../features/ownership/web/ownership-queries.ts';
import { paths } from '../../paths.ts';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { definePage, usePageQuery } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function AuthorsPage() {
  const { cursor } = usePageQuery(paths.manageAuthors);
  return (
    <ManageLayout
      title="Authors"
      lead="Who wrote what was imported, and has no account. What they wrote becomes the account’s that proves their email, or that you hand it to: the blogs keep their addresses, comments and readers."
    >
      <ImportedAuthors cursor={cursor} />
      <HeadedSection title="Handed over">
        <HandOvers />
      </HeadedSection>
    </ManageLayout>
  );
}

export const page = definePage(paths.manageAuthors, {
  component: AuthorsPage,
  queries: ({ query }) => [importedAuthorsQuery(query.cursor), handOversQuery],
  head: () => ({
    title: 'Authors',
    description: 'Whose the imported texts are.',
    canonicalPath: paths.manageAuthors.to(),
  }),
});
