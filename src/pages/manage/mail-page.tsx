import { OutboxList } from '../../features/outbox/web/outbox-list.tsx';
import { outboxQuery } from '../../features/outbox/web/outbox-query.ts';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function MailPage() {
  return (
    <ManageLayout
      title="Email"
      lead="What waits to be sent, and what no mail server takes. It is tried again by itself, less and less often; newsletters are on their own page."
    >
      <OutboxList />
    </ManageLayout>
  );
}

export const page = definePage(paths.manageMail, {
  component: MailPage,
  queries: () => [outboxQuery],
  head: () => ({
    title: 'Email',
    description: 'What this site has to send.',
    canonicalPath: paths.manageMail.to(),
  }),
});
