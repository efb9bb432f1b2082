import { NewsletterDesk } from '../../features/newsletter/web/manage/newsletter-desk.tsx';
import {
  newsletterQuery,
  subscribersQuery,
} from '../../features/newsletter/web/manage/newsletter-queries.ts';
import { paths } from '../../paths.ts';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function NewsletterPage() {
  const query = usePageQuery(paths.manageNewsletter);
  const refusal = useRefusal();
  return (
    <ManageLayout title="Newsletter" lead="Blogs by email, for those who subscribed.">
      {refusal === undefined ? (
        <NewsletterDesk {...query} />
      ) : (
        <RefusedAddress to={paths.manageNewsletter.to()} label="Show the newsletter" />
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.manageNewsletter, {
  component: NewsletterPage,
  queries: ({ query }) => [newsletterQuery(), subscribersQuery(query)],
  head: () => ({
    title: 'Newsletter',
    description: 'Blogs by email, for those who subscribed.',
    canonicalPath: paths.manageNewsletter.to(),
  }),
});
