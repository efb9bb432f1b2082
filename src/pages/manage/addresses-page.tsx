import { useNavigate } from 'react-router';
import { MissedList } from '../../features/redirects/web/missed-list.tsx';
import { RedirectForm } from '../../features/redirects/web/redirect-form.tsx';
import { RedirectList } from '../../features/redirects/web/redirect-list.tsx';
import { missedQuery, redirectsQuery } from '../../features/redirects/web/redirect-queries.ts';
import { TryAddress } from '../../features/redirects/web/try-address.tsx';
import { paths } from '../../paths.ts';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { definePage, usePageQuery } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function AddressesPage() {
  const request = usePageQuery(paths.manageAddresses);
  const navigate = useNavigate();
  const { path, target, search, cursor } = request;
  return (
    <ManageLayout
      title="Addresses"
      lead="Redirects from old addresses, so that links from elsewhere go on working after a move. An import brings those of its blogs by itself. The site’s own pages always come first."
    >
      <div className="grid gap-12">
        <HeadedSection title="Add a redirect">
          <RedirectForm
            key={`${path} ${target}`}
            path={path}
            target={target}
            onDone={() => void navigate(paths.manageAddresses.to({ search, cursor }))}
          />
        </HeadedSection>
        <HeadedSection title="What would an address answer?">
          <TryAddress />
        </HeadedSection>
        <HeadedSection title="Redirects">
          <RedirectList request={request} />
        </HeadedSection>
        <HeadedSection title="Not found lately">
          <MissedList />
        </HeadedSection>
      </div>
    </ManageLayout>
  );
}

export const page = definePage(paths.manageAddresses, {
  component: AddressesPage,
  queries: ({ query }) => [redirectsQuery(query), missedQuery],
  head: () => ({
    title: 'Addresses',
    description: 'Redirects from old addresses.',
    canonicalPath: paths.manageAddresses.to(),
  }),
});
