import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { MailHold } from '../../features/outbox/web/mail-hold.tsx';
import { FactorNeeded } from '../../features/staff/web/factor-needed.tsx';
import { staffStandingQuery } from '../../features/staff/web/staff-queries.ts';
import { mayUse } from '../../identity/person.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { sections } from './manage-sections.ts';

interface ManageLayoutProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

const look =
  'inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-soft ' +
  'transition-colors hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink';

/** Layout of all pages of Manage: navigation, heading, and the page at full width. */
export function ManageLayout({ title, lead, children }: ManageLayoutProps) {
  const viewer = useViewer();
  const lacksFactor = useQuery(staffStandingQuery()).data?.lacksFactor ?? false;
  if (viewer.status !== 'signed-in') return null;
  const person = opened(viewer.person);
  return (
    <>
      <nav aria-label="Manage" className="mb-8 border-b border-rule">
        <ul className="one-line gap-x-5 sm:flex sm:flex-wrap">
          {sections
            .filter(({ address }) => mayUse(address.access, person))
            .map(({ label, address }) => (
              <li key={label}>
                <NavLink
                  viewTransition
                  end={address.path === paths.manage.path}
                  to={address.to()}
                  className={look}
                >
                  {label}
                </NavLink>
              </li>
            ))}
        </ul>
      </nav>
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
    </>
  );
}
