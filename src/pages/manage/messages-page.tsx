import { useId } from 'react';
import { ContactSwitch } from '../../features/contact/web/contact-switch.tsx';
import { MessageList } from '../../features/contact/web/message-list.tsx';
import { contactSettingsQuery, messagesQuery } from '../../features/contact/web/message-queries.ts';
import { TestLetter } from '../../features/newsletter/web/manage/test-letter.tsx';
import { paths } from '../../paths.ts';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';
import { RefusedAddress } from './refused-address.tsx';

function MessagesPage() {
  const query = usePageQuery(paths.manageMessages);
  const refusal = useRefusal();
  const settingsId = useId();
  return (
    <ManageLayout title="Messages" lead="What people write into the form of the contact page.">
      {refusal !== undefined && <RefusedAddress refusal={refusal} to={paths.manageMessages.to()} />}
      {refusal === undefined && (
        <>
          <MessageList {...query} />
          <section aria-labelledby={settingsId} className="mt-14">
            <SectionHeading id={settingsId}>Taking messages</SectionHeading>
            <ContactSwitch />
            <TestLetter />
          </section>
        </>
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.manageMessages, {
  component: MessagesPage,
  queries: ({ query }) => [messagesQuery(query), contactSettingsQuery()],
  head: () => ({
    title: 'Messages',
    description: 'What people write to this site.',
    canonicalPath: paths.manageMessages.to(),
  }),
});
