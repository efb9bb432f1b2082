import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { viewerIn } from '../../../../identity/web/viewer.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';

/**
 * Confirms leaving a page where something would be lost. `lossNow` says what, as a sentence; `isLosing` is whether it says
 * anything as of this render.
 */
export function useLeaveGuard(lossNow: () => string | undefined, isLosing: boolean): void {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const { pathname: here } = useLocation();
  const isAsking = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A signed-out person has to leave; the text is still there after sign-in.
    const mayStay = viewerIn(queries) !== null;
    // A page stays mounted for a moment after navigation, and must not block any more.
    const isLeaving = currentLocation.pathname === here && nextLocation.pathname !== here;
    return mayStay && isLeaving && lossNow() !== undefined;
  });
  const readLoss = useEffectEvent(lossNow);

  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    async function decide() {
      const text = readLoss();
      const isMeant =
        text === undefined ||
        (await ask({
          title: 'Leave this page?',
          text,
          confirmLabel: 'Leave',
          cancelLabel: 'Stay',
        }));
      isAsking.current = false;
      if (isMeant) blocker.proceed?.();
      else blocker.reset?.();
    }
    void decide();
  }, [blocker, ask]);

  useEffect(() => {
    if (!isLosing) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isLosing]);
}
