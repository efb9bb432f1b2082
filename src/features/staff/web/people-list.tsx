import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Person, Role } from '../../../identity/person.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { fittingMax, type ManagedPerson } from '../contract/people.ts';
import { PersonItem } from './person-item.tsx';
import { type PeopleAsked, peopleListQuery } from './staff-queries.ts';
import { SuspendDialog } from './suspend-dialog.tsx';
import { usePersonChanges } from './use-person-changes.ts';

interface PeopleListProps {
  readonly request: PeopleAsked;
  readonly viewer: Person;
  /** Asks the viewer to verify their identity before a role changes. */
  readonly confirmRole: (question: RoleQuestion) => ReactNode;
  /** Further actions upon a person. */
  readonly actionsOf?: (person: ManagedPerson) => ReactNode;
}

/** The confirmation before a role changes. */
export interface RoleQuestion {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  /** Changes the role; throws the reason for a failure. */
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

const powers: Readonly<Record<Role, string>> = {
  owner:
    'Owners decide everything here, also who else is one. Where the site sends email, every owner is told.',
  moderator:
    'Moderators decide about what members write. Where the site sends email, every owner is told.',
  editor:
    'Editors change, schedule and take back the blogs of members and of imported authors, who are told of it. They see nothing of Manage. Where the site sends email, every owner is told.',
  member:
    'Members keep their account and what they wrote. Where the site sends email, they are told.',
};
const roleNames = {
  owner: 'an owner',
  moderator: 'a moderator',
  editor: 'an editor',
  member: 'a member',
} as const;

function questionAbout({ name, id }: ManagedPerson, role: Role, viewer: Person) {
  if (id === viewer.id) {
    return {
      title: 'Give up your own role?',
      text: 'You will be no owner of this site any more. Only another owner can make you one again.',
      submitLabel: 'Give it up',
    };
  }
  const isEnd = role === 'member';
  return {
    title: isEnd ? `Dismiss ${name}?` : `Make ${name} ${roleNames[role]}?`,
    text: powers[role],
    submitLabel: isEnd ? 'Dismiss' : `Make ${role}`,
  };
}

/** A new role changes what the viewer may see: the page is loaded again. */
function goOnAs(role: Role): void {
  window.location.assign(
    role === 'member' || role === 'editor' ? paths.account.to() : paths.managePeople.to(),
  );
}

/** One page of people with an account. */
export function PeopleList({ request, viewer, confirmRole, actionsOf }: PeopleListProps) {
  const { data, isError, refetch } = useQuery(peopleListQuery(request));
  const changes = usePersonChanges(viewer.id, goOnAs);
  const [meant, setMeant] = useState<ManagedPerson>();
  const [change, setChange] = useState<{ person: ManagedPerson; role: Role }>();

  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The list could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-32" />;
  const { search, filter, sort, cursor } = request;
  return (
    <>
      {data.isCut && (
        <p
          role="status"
          className="mb-6 max-w-measure border-l-2 border-rule pl-5 text-sm text-soft"
        >
          Very many fit this, and the list looked at {fittingMax.toLocaleString('en-US')} of them,
          for each kind of fit. Type more to find the one you mean.
        </p>
      )}
      {data.people.length === 0 ? (
        <EmptyState
          drawing="glass"
          title="Nobody fits"
          text="No account fits the search or the filter."
          action={<ButtonLink to={paths.managePeople.to()}>Show everybody</ButtonLink>}
        />
      ) : (
        <ul className="border-t border-rule">
          {data.people.map((person) => (
            <PersonItem
              key={person.id}
              person={person}
              viewer={viewer}
              isPending={changes.isPending}
              onRole={(role) => setChange({ person, role })}
              onSuspend={() => setMeant(person)}
              onLift={() => changes.lift(person)}
            >
              {actionsOf?.(person)}
            </PersonItem>
          ))}
        </ul>
      )}
      <ListPaging
        cursor={cursor}
        nextCursor={data.nextCursor}
        to={(next) => paths.managePeople.to({ search, filter, sort, cursor: next })}
      />
      {change &&
        confirmRole({
          ...questionAbout(change.person, change.role, viewer),
          onConfirm: (password) => changes.changeRole(change.person, change.role, password),
          onClose: () => setChange(undefined),
        })}
      {meant && (
        <SuspendDialog
          name={meant.name}
          onSuspend={(suspension) => changes.suspend(meant, suspension)}
          onClose={() => setMeant(undefined)}
        />
      )}
    </>
  );
}
