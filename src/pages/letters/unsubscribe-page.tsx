import { useParams } from 'react-router';
import { UnsubscribeForm } from '../../features/newsletter/web/unsubscribe-form.tsx';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function UnsubscribePage() {
  const { token = '' } = useParams();
  return (
    <>
      <PageHeading lead="One press, and letters of this kind come to you no more.">
        Unsubscribe
      </PageHeading>
      <UnsubscribeForm token={token} />
    </>
  );
}

export const page = definePage(paths.unsubscribe, {
  component: UnsubscribePage,
  head: () => ({
    title: 'Unsubscribe',
    description: 'End the letters that come to you.',
    canonicalPath: '/',
  }),
});
