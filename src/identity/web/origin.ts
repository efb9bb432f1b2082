import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router';
import { safeReturnPath } from '../session/return-path.ts';
import type { Viewer } from './viewer.ts';

/** What a link to Sign In carries along: the path to come back to. */
export interface Origin {
  readonly from: string;
}

/** The page from which a visitor was sent to sign in, as the `state` of the link that leads there. */
export function useOrigin(): Origin {
  const { pathname, search, hash } = useLocation();
  return { from: `${pathname}${search}${hash}` };
}

/** What a link's address says of the place to come back to: nothing where that is home. */
export interface ReturnQuery {
  readonly from: string | undefined;
}

export function returnQueryOf(from: string): ReturnQuery {
  return { from: from === '/' ? undefined : from };
}

/**
 * The same page for a link that may be followed before scripts run: in its address, without the fragment, which the server
 * never gets. The state has that as well.
 */
export function useWayBack(): { readonly query: ReturnQuery; readonly state: Origin } {
  const { pathname, search } = useLocation();
  return { query: returnQueryOf(`${pathname}${search}`), state: useOrigin() };
}

/** The page on which this tab's session ended while the member did something; until the next sign-in. */
let endedAt: string | undefined;

export function noteEndedSession(from: string): void {
  endedAt = from;
}

export function forgetEndedSession(): void {
  endedAt = undefined;
}

let readPending: () => Location | undefined = () => undefined;

/** Says how to learn where a navigation leads that isn't over: until then the address is that of the page before. */
export function watchNavigation(read: typeof readPending): void {
  readPending = read;
}

/** Where the visitor is about to be, if a navigation is on its way. */
export const pendingLocation = (): Location | undefined => readPending();

/**
 * Leads from a page for members to Sign In, which leads back: where the session ended on it, to what the member wanted by
 * then. A navigation that is on its way goes first, since it leads where the visitor wants to be, or to Sign In as well.
 */
export function useSignInFirst(status: Viewer['status'], signInPath: string): void {
  const navigate = useNavigate();
  const navigation = useNavigation().state;
  const { from: here } = useOrigin();
  const isMember = status === 'signed-in';
  const [wasMember, setWasMember] = useState(isMember);
  if (isMember && !wasMember) setWasMember(true);
  const from = (wasMember ? endedAt : undefined) ?? here;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation that came to nothing is followed by this one.
  useEffect(() => {
    if (status !== 'signed-out' || pendingLocation()) return;
    void navigate(signInPath, { replace: true, state: { from } });
  }, [status, navigation, signInPath, from]);
}

const withoutHash = (path: string) => path.split('#', 1)[0];

/**
 * Where Sign In leads back to: what the link that led here carried, else `?from=` of the address, else home. Always
 * a path of this site.
 */
export function useReturnPath(): string {
  const { state, search } = useLocation();
  const carried: unknown = state?.from;
  const from = safeReturnPath(
    typeof carried === 'string' ? carried : new URLSearchParams(search).get('from'),
  );
  // Of the same page it knows the place.
  const [ended] = useState(() => safeReturnPath(endedAt));
  return withoutHash(ended) === withoutHash(from) ? ended : from;
}

/** Whether the visitor has to sign in because their session ended while they did something. */
export function useSessionEnded(): boolean {
  const to = useReturnPath();
  const [ended] = useState(() => endedAt);
  return ended !== undefined && ended === to;
}
