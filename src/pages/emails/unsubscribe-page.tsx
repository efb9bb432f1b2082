import { useParams } from 'react-router';
import { UnsubscribeForm } from '../../features/newsletter/web/unsubscribe-form.tsx';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';

function UnsubscribePage() {
  const { token = '' } = useParams();
  return <UnsubscribeForm token={token} />;
}

export const page = definePage(paths.unsubscribe, {
  component: UnsubscribePage,
  head: () => ({
    title: 'Unsubscribe',
    description: 'Unsubscribe from emails of this site.',
    canonicalPath: '/',
  }),
});
