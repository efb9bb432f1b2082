import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { textLink } from '../../../platform/web/ui/text-link.ts';
import type { AuditEntry } from '../contract/audit.ts';
import { auditKinds, auditLabel } from './audit-labels.ts';
import { type AuditFilter, auditListQuery } from './staff-queries.ts';

interface AuditListProps {
  readonly request: AuditFilter;
  /** The page of an action's subject; undefined if it has none. */
  readonly addressOf: (subject: AuditEntry['subject']) => string | undefined;
  /** What undoes an entry's action. */
  readonly undoOf: (entry: AuditEntry) => ReactNode;
}

/** Labels of subjects without a known name. */
const nameless: Readonly<Record<string, string>> = {
  person: 'a deleted account',
  address: 'an address without an account',
  'hand-over': 'texts of an imported author',
};

function Actor({ by }: Pick<AuditEntry, 'by'>) {
  if (by === null) return <>The operator</>;
  return (
    <Link to={paths.manageLog.to({ by: by.id })} className="font-semibold hover:text-accent">
      {by.name ?? 'A deleted account'}
    </Link>
  );
}

interface AuditItemProps {
  readonly entry: AuditEntry;
  readonly to: string | undefined;
  readonly children: ReactNode;
}

function AuditItem({ entry, to, children }: AuditItemProps) {
  const { subject, reason } = entry;
  const { before, behind } = auditLabel(entry.act);
  const label: ReactNode = subject.label || nameless[subject.kind] || subject.kind;
  return (
    <li className="border-b border-rule py-5">
      <p className="text-sm text-soft">
        <Moment at={entry.at} />
      </p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Actor by={entry.by} /> {before}{' '}
          {to === undefined ? (
            <bdi>{label}</bdi>
          ) : (
            <Link viewTransition to={to} className="underline underline-offset-4 hover:text-accent">
              <bdi>{label}</bdi>
            </Link>
          )}
          {behind && ` ${behind}`}
        </p>
        {reason && <p className="mt-1 text-sm text-soft wrap-anywhere">Reason: {reason}</p>}
        {children}
      </div>
    </li>
  );
}

/** Describes the filter of the log, with a link to the whole log. */
function Narrowed({ request: { by, subject } }: { readonly request: AuditFilter }) {
  if (!by && !subject) return null;
  return (
    <p className="mb-6 text-sm text-soft">
      {by ? 'What one person did.' : 'What was done to one of them.'}{' '}
      <Link to={paths.manageLog.to()} className={textLink}>
        Show the whole log
      </Link>
    </p>
  );
}

/** One page of the audit log. */
export function AuditList({ request, addressOf, undoOf }: AuditListProps) {
  const { data, isError, refetch } = useQuery(auditListQuery(request));
  const { kind, by, subject, cursor } = request;
  return (
    <>
      <div className="mb-6">
        <FilterLinks
          label="What was acted on"
          links={Object.entries(auditKinds).map(([one, label]) => ({
            label,
            to: paths.manageLog.to({ kind: one, by, subject }),
            isCurrent: one === kind,
            tint: '',
          }))}
        />
      </div>
      <Narrowed request={request} />
      {isError && !data && (
        <ErrorNote onRetry={() => refetch()}>The log could not be loaded.</ErrorNote>
      )}
      {!data && !isError && <ListSkeleton />}
      {data?.acts.length === 0 && (
        <EmptyState
          drawing="sheet"
          title={kind ? 'Nothing of this kind yet' : 'Nothing yet'}
          text="What owners, moderators and editors do stands here, for good."
          action={
            kind && <ButtonLink to={paths.manageLog.to({ by, subject })}>Show all kinds</ButtonLink>
          }
        />
      )}
      {data && data.acts.length > 0 && (
        <ol className="border-t border-rule">
          {data.acts.map((entry) => (
            <AuditItem key={entry.id} entry={entry} to={addressOf(entry.subject)}>
              {entry.canUndo && undoOf(entry)}
            </AuditItem>
          ))}
        </ol>
      )}
      {data && (
        <ListPaging
          cursor={cursor}
          nextCursor={data.nextCursor}
          to={(next) => paths.manageLog.to({ kind, by, subject, cursor: next })}
        />
      )}
    </>
  );
}
