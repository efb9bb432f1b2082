import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { Skeleton } from '../../../platform/web/ui/waiting.tsx';
import { backupQuery } from './backup-query.ts';

const mebibyte = 1_024 * 1_024;
const sizeOf = (bytes: number) =>
  `${(bytes / mebibyte).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`;

function timeOf(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} minutes`;
  return hours === 1 ? 'hour' : `${Math.round(hours)} hours`;
}

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="border-b border-rule py-4 md:grid md:grid-cols-[14rem_minmax(0,1fr)] md:gap-6">
      <dt className="text-sm text-soft">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Age of the newest backup, the schedule, and what to do after a missed backup. */
export function BackupStatus() {
  const { data, isError, refetch } = useQuery(backupQuery);
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The backups could not be looked at.</ErrorNote>;
  }
  if (!data) {
    return (
      <div aria-busy="true" className="grid gap-6 border-t border-rule py-5">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  const { newest, everyHours, isLate } = data;
  return (
    <>
      {isLate && (
        <ErrorNote onRetry={() => refetch()}>
          A backup was missed. The log of the site says why; npm run doctor helps.
        </ErrorNote>
      )}
      <dl className="border-t border-rule">
        <Line term="Newest backup">
          {newest ? (
            <>
              <Moment at={newest.madeAt} />, {sizeOf(newest.bytes)}
            </>
          ) : (
            'There is none.'
          )}
        </Line>
        <Line term="Made by the site">
          {everyHours === null
            ? 'Never. The operator of the server can set BACKUP_EVERY, or run npm run backup.'
            : `Every ${timeOf(everyHours)}.`}
        </Line>
      </dl>
    </>
  );
}
