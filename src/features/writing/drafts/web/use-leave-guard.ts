import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { viewerIn } from '../../../../identity/web/viewer.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import type { DraftKeeper } from './keeper/draft-keeper.ts';

/** Confirms leaving a page whose text is neither on the server nor on the device; otherwise nothing is lost. */
export function useLeaveGuard(keeper: DraftKeeper, isOnlyHere: boolean): void {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const { pathname: here } = useLocation();
  const isAsking = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A signed-out person has to leave; the text is still there after sign-in.
    const mayStay = viewerIn(queries) !== null;
    // A page stays mounted for a moment after navigation, and must not block any more.
    const isLeaving = currentLocation.pathname === here && nextLocation.pathname !== here;
    return mayStay && isLeaving && keeper.getState().isOnlyHere;
  });

  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    async function decide() {
      const isMeant = await ask({
        title: 'Leave this page?',
        text: 'What you typed last is not kept yet: this device has no room for it, and the site doesn’t have it.',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
      });
      isAsking.current = false;
      if (isMeant) blocker.proceed?.();
      else blocker.reset?.();
    }
    void decide();
  }, [blocker, ask]);

  useEffect(() => {
    if (!isOnlyHere) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isOnlyHere]);
}
