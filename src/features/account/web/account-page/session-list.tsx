import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { endMySession, type sessionSchema } from '../../contract/account-page.ts';
import { accountMessageOf } from '../account-messages.ts';
import { mySecurityEventsQuery, mySessionsQuery } from '../account-queries.ts';

type Session = z.output<typeof sessionSchema>;

function SessionItem({ session }: { readonly session: Session }) {
  const queries = useQueryClient();
  const { isPending, run } = useSingleFlight(async () => {
    try {
      await call(queries, endMySession, { params: { id: session.id } });
    } catch (error) {
      // The session has ended already, which is the wanted result.
      const isOver = error instanceof Problem && error.code === 'session-not-found';
      if (!isOver) void showToast({ text: accountMessageOf(error), tone: 'bad' });
    }
    void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
    await queries.invalidateQueries({ queryKey: mySessionsQuery().queryKey });
  });
  const { label, createdAt, lastSeenAt, isCurrent } = session;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-3">
      <div className="grow">
        <p className="font-medium">{label}</p>
        <p className="text-sm text-faint">
          Since <Moment at={createdAt} />, last seen <Moment at={lastSeenAt} />
        </p>
      </div>
      {isCurrent ? (
        <p className="text-sm text-good">This browser</p>
      ) : (
        <Button size="small" aria-disabled={isPending} onClick={run} className="noscript:hidden">
          Log out<span className="sr-only"> {label}</span>
        </Button>
      )}
    </li>
  );
}

/** The person's sessions, the latest first. */
export function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(mySessionsQuery());
  if (!sessions && !isError) return <LoadingIndicator />;
  if (!sessions) {
    return <ErrorNote onRetry={() => refetch()}>This list could not be loaded.</ErrorNote>;
  }
  return (
    <ul className="border-t border-rule">
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} />
      ))}
    </ul>
  );
}
