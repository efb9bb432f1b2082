import { useQuery } from '@tanstack/react-query';
import { ContactSwitch } from '../../features/contact/web/contact-switch.tsx';
import { MessageList } from '../../features/contact/web/message-list.tsx';
import { contactSettingsQuery, messagesQuery } from '../../features/contact/web/message-queries.ts';
import { TestEmail } from '../../features/newsletter/web/manage/test-email.tsx';
import { paths } from '../../paths.ts';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function MessagesPage() {
  const query = usePageQuery(paths.manageMessages);
  const refusal = useRefusal();
  const { data: settings } = useQuery(contactSettingsQuery());
  return (
    <ManageLayout title="Messages" lead="What people write into the form of the contact page.">
      {refusal !== undefined && (
        <RefusedAddress to={paths.manageMessages.to()} label="Show all messages" />
      )}
      {refusal === undefined && (
        <>
          <MessageList {...query} />
          <HeadedSection title="Taking messages">
            <ContactSwitch />
            {settings && <TestEmail canSend={settings.canSend} />}
          </HeadedSection>
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
