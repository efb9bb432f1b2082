import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';

/** Leads to sign in when the server calls the session over, and follows the other tabs; once in each layout. */
export function SessionKeeper() {
  const queries = useQueryClient();
  const navigate = useNavigate();

  const signInAgain = useEffectEvent(() => {
    const { pathname, search, hash } = window.location;
    void navigate(paths.login.to({ from: `${pathname}${search}${hash}` }));
  });

  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    // Not part of what the first paint waits for.
    void import('../features/account/web/session.ts').then(({ keepSession }) => {
      if (!isGone) stop = keepSession(queries, () => signInAgain());
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [queries]);

  return null;
}
