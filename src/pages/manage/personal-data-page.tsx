import { useQuery } from '@tanstack/react-query';
import { myAccountQuery } from '../../features/account/web/account-queries.ts';
import { PersonalDataDesk } from '../../features/account/web/data-requests/personal-data-desk.tsx';
import { paths } from '../../paths.ts';
import { LoadingIndicator } from '../../platform/web/ui/waiting.tsx';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function PersonalDataPage() {
  const { data: owner } = useQuery(myAccountQuery());
  return (
    <ManageLayout
      title="Personal data"
      lead="For people who ask what this site keeps of them, or want it gone. Make sure first that the address is theirs."
    >
      {owner ? <PersonalDataDesk hasPassword={owner.hasPassword} /> : <LoadingIndicator />}
    </ManageLayout>
  );
}

export const page = definePage(paths.managePersonalData, {
  component: PersonalDataPage,
  queries: () => [myAccountQuery()],
  head: () => ({
    title: 'Personal data',
    description: 'What this site keeps of a person who asks, and its end.',
  }),
});
