import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { NavLink } from 'react-router';
import { MailHold } from '../../features/outbox/web/mail-hold.tsx';
import { FactorNeeded } from '../../features/staff/web/factor-needed.tsx';
import { staffStandingQuery } from '../../features/staff/web/staff-queries.ts';
import { mayUse, type Person } from '../../identity/person.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { showCurrent } from '../../platform/web/ui/lists/show-current.ts';
import { sectionGroups } from './manage-sections.ts';

interface ManageLayoutProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

const look =
  'flex min-h-11 items-center gap-x-1.5 border-b-2 border-transparent text-sm text-soft transition-colors ' +
  'hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink ' +
  'lg:min-h-target lg:justify-between lg:border-b-0 lg:border-l-2 lg:pl-3';

/** A larger number is shown as `99+`. */
const countMax = 99;

function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="relative min-w-4.5 rounded-full bg-ink px-1.5 text-center text-xs leading-4.5 font-semibold text-paper tabular-nums">
      {count > countMax ? `${countMax}+` : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

interface GroupProps {
  readonly group: (typeof sectionGroups)[number];
  readonly person: Person;
  /** What waits, by section. */
  readonly tasks: { readonly reports?: number; readonly messages?: number | undefined };
}

function Group({ group: { heading, sections }, person, tasks }: GroupProps) {
  const headingId = useId();
  const allowed = sections.filter(({ address }) => mayUse(address.access, person));
  if (allowed.length === 0) return null;
  return (
    <div>
      <p id={headingId} className="mb-1 pl-3.5 text-xs font-semibold text-faint max-lg:hidden">
        {heading}
      </p>
      <ul aria-labelledby={headingId} className="flex gap-x-5 sm:flex-wrap lg:block">
        {allowed.map(({ label, address, task }) => (
          <li key={label}>
            <NavLink
              viewTransition
              end={address.path === paths.manage.path}
              to={address.to()}
              className={look}
            >
              {label} {task && <Count count={tasks[task] ?? 0} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Layout of all pages of Manage: navigation, heading, and the page. */
export function ManageLayout({ title, lead, children }: ManageLayoutProps) {
  const viewer = useViewer();
  const { lacksFactor = false, tasks = {} } = useQuery(staffStandingQuery()).data ?? {};
  if (viewer.status !== 'signed-in') return null;
  const person = opened(viewer.person);
  return (
    <div className="lg:grid lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-x-12">
      <nav aria-label="Manage" className="mb-8 border-b border-rule lg:mb-0 lg:border-b-0">
        <div ref={showCurrent} className="one-line gap-x-5 sm:flex sm:flex-wrap lg:grid lg:gap-y-6">
          {sectionGroups.map((group) => (
            <Group key={group.heading} group={group} person={person} tasks={tasks} />
          ))}
        </div>
      </nav>
      <div className="min-w-0">
        {lacksFactor ? (
          <>
            <PageHeading>{title}</PageHeading>
            <FactorNeeded />
          </>
        ) : (
          <>
            {mayUse('owner', person) && <MailHold />}
            <PageHeading lead={lead}>{title}</PageHeading>
            {children}
          </>
        )}
      </div>
    </div>
  );
}
