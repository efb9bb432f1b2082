import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { forgetVisits } from '../features/comments/web/visits-key.ts';
import { noteEndedSession, pendingLocation } from '../identity/web/origin.ts';
import { useViewer } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { loadWhenReachable } from '../platform/web/lazy-chunk.ts';
import { loadSession } from './load-session.ts';

/**
 * Redirects to Sign In when the server reports the end of the session, and follows the other tabs. Where nobody is signed
 * in, the device forgets which blogs a member visited.
 */
export function SessionKeeper() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { status } = useViewer();

  useEffect(() => {
    if (status === 'signed-out') forgetVisits();
  }, [status]);

  const signInAgain = useEffectEvent(() => {
    const wanted = pendingLocation();
    const { pathname, search, hash } = wanted ?? window.location;
    // The form that the member was about to send.
    const form = wanted ? null : document.activeElement?.closest('form[id]');
    const from = `${pathname}${search}${form ? `#${form.id}` : hash}`;
    noteEndedSession(from);
    void navigate(paths.login.to({ from }));
  });

  useEffect(() => {
    const gone = new AbortController();
    let stop: (() => void) | undefined;
    void loadWhenReachable(loadSession, gone.signal).then((session) => {
      if (!gone.signal.aborted) stop = session?.keepSession(queries, () => signInAgain());
    });
    return () => {
      gone.abort();
      stop?.();
    };
  }, [queries]);

  return null;
}
