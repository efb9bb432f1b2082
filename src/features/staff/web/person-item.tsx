import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { longDateOf } from '../../../blog/web/byline.tsx';
import { isStaff, type Person, type Role } from '../../../identity/person.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { PersonPhoto } from '../../../platform/web/ui/pictures/person-photo.tsx';
import { textLink } from '../../../platform/web/ui/text-link.ts';
import { countedMax, type ManagedPerson } from '../contract/people.ts';
import { TextsInQuestion } from './texts-in-question.tsx';

const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  moderator: 'Moderator',
  editor: 'Editor',
  member: 'Member',
};

/** The role changes that an owner can make. */
const changesOf: Readonly<Record<Role, readonly { role: Role; label: string }[]>> = {
  member: [
    { role: 'editor', label: 'Make editor' },
    { role: 'moderator', label: 'Make moderator' },
    { role: 'owner', label: 'Make owner' },
  ],
  editor: [
    { role: 'moderator', label: 'Make moderator' },
    { role: 'owner', label: 'Make owner' },
    { role: 'member', label: 'Dismiss' },
  ],
  moderator: [
    { role: 'editor', label: 'Make editor' },
    { role: 'owner', label: 'Make owner' },
    { role: 'member', label: 'Dismiss' },
  ],
  owner: [
    { role: 'editor', label: 'Make editor' },
    { role: 'moderator', label: 'Make moderator' },
    { role: 'member', label: 'Dismiss' },
  ],
};

function countOf(count: number, one: string, many: string): string {
  if (count >= countedMax && many === 'comments') {
    return `${(countedMax - 1).toLocaleString('en-US')}+ ${many}`;
  }
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

interface PersonItemProps {
  readonly person: ManagedPerson;
  readonly viewer: Person;
  readonly isPending: boolean;
  readonly onRole: (role: Role) => void;
  readonly onSuspend: () => void;
  readonly onLift: () => void;
  /** Further actions upon the person. */
  readonly children?: ReactNode;
}

function State({ person: { suspension, leavesAt } }: { readonly person: ManagedPerson }) {
  return (
    <>
      {leavesAt !== null && (
        <p className="mt-2 text-sm">
          <span className="font-semibold text-ink">Account deleted</span>: it can be called back
          until <Moment at={leavesAt} />
        </p>
      )}
      {suspension && <Suspended suspension={suspension} />}
    </>
  );
}

function Suspended({
  suspension,
}: {
  readonly suspension: NonNullable<ManagedPerson['suspension']>;
}) {
  return (
    <p className="mt-2 text-sm">
      <span className="font-semibold text-bad">
        Suspended{' '}
        {suspension.until === null ? (
          'for good'
        ) : (
          <>
            until <Moment at={suspension.until} />
          </>
        )}
      </span>
      : <span className="wrap-anywhere">{suspension.reason}</span>
    </p>
  );
}

/** A person with an account, and the actions upon them. */
export function PersonItem(props: PersonItemProps) {
  const { person, viewer, isPending, onRole, onSuspend, onLift, children } = props;
  const { id, name, role, suspension } = person;
  const isOwner = viewer.role === 'owner';
  const maySuspend = id !== viewer.id && (isOwner || !isStaff(person));
  return (
    <li className="border-b border-rule py-5 sm:flex sm:items-start sm:justify-between sm:gap-8">
      <div className="flex min-w-0 gap-4">
        <PersonPhoto photo={person.photo} size={48} />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold wrap-anywhere">
            {person.blogs > 0 ? (
              <Link viewTransition to={paths.author.to(id)} className="hover:text-accent">
                {name}
              </Link>
            ) : (
              name
            )}
            {role !== 'member' && (
              <span className="ml-3 inline-block rounded-sm border border-rule-strong px-2 text-sm font-medium text-soft">
                {roleNames[role]}
              </span>
            )}
          </h2>
          <p className="text-sm text-soft wrap-anywhere">{person.email}</p>
          <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
            <li>
              Since <time dateTime={person.since}>{longDateOf(person.since)}</time>
            </li>
            <li>{countOf(person.blogs, 'blog', 'blogs')}</li>
            <li>{countOf(person.comments, 'comment', 'comments')}</li>
            <TextsInQuestion person={person} />
            <li>
              <Link to={paths.manageLog.to({ subject: id })} className={textLink}>
                <span className="sr-only">{name}: </span>Log
              </Link>
            </li>
            <li>
              <Link to={paths.managePictures.to({ search: id })} className={textLink}>
                <span className="sr-only">{name}: </span>Pictures and bio
              </Link>
            </li>
          </ul>
          <State person={person} />
        </div>
      </div>
      <div className="mt-3 flex shrink-0 flex-wrap gap-x-5 sm:mt-0 noscript:hidden">
        {isOwner &&
          person.leavesAt === null &&
          changesOf[role].map((change) => (
            <Button
              key={change.role}
              size="small"
              look="plain"
              aria-label={`${change.label}: ${name}`}
              aria-disabled={isPending}
              onClick={() => onRole(change.role)}
            >
              {change.label}
            </Button>
          ))}
        {maySuspend && (
          <Button
            size="small"
            look="plain"
            aria-label={`${suspension ? 'Let in again' : 'Suspend'}: ${name}`}
            aria-disabled={isPending}
            onClick={suspension ? onLift : onSuspend}
          >
            {suspension ? 'Let in again' : 'Suspend'}
          </Button>
        )}
        {children}
      </div>
    </li>
  );
}
