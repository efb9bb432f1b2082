import { AllOfPerson } from '../../features/moderation/web/all-of-person.tsx';
import type { ManagedPerson } from '../../features/staff/contract/people.ts';
import { PeopleFilter } from '../../features/staff/web/people-filter.tsx';
import { PeopleList } from '../../features/staff/web/people-list.tsx';
import { manageKey, peopleListQuery } from '../../features/staff/web/staff-queries.ts';
import { isStaff } from '../../identity/person.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { isId } from '../../platform/text/id.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { ManageLayout } from './manage-layout.tsx';

function PeoplePage() {
  const viewer = useViewer();
  const request = usePageQuery(paths.managePeople);
  const refusal = useRefusal();
  if (viewer.status !== 'signed-in') return null;
  const me = opened(viewer.person);
  const isOwner = me.role === 'owner';
  const allOf = (person: ManagedPerson) =>
    person.id !== me.id &&
    (isOwner || !isStaff(person)) && (
      <AllOfPerson
        person={person}
        reason={person.suspension?.reason ?? ''}
        hasTexts={person.blogs + person.comments > 0 || person.leavesAt !== null}
        isAlone={isId(request.search.trim())}
        outdates={manageKey}
      />
    );
  return (
    <ManageLayout title="People">
      <PeopleFilter request={request} />
      {refusal === undefined ? (
        <PeopleList
          request={request}
          viewer={me}
          confirmRole={(question) => <ConfirmIdentity {...question} />}
          actionsOf={allOf}
        />
      ) : (
        <RefusedAddress to={paths.managePeople.to()} label="Show everybody" />
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.managePeople, {
  component: PeoplePage,
  queries: ({ query }) => [peopleListQuery(query)],
  head: () => ({
    title: 'People',
    description: 'Who has an account here, and who keeps the site in order.',
    canonicalPath: paths.managePeople.to(),
  }),
});
