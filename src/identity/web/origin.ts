import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router';
import { safeReturnPath } from '../session/return-path.ts';
import type { Viewer } from './viewer.ts';

/** State of a link to Sign In: the path to return to. */
export interface Origin {
  readonly from: string;
}

/** The current page as the `state` of a link to Sign In, which returns there. */
export function useOrigin(): Origin {
  const { pathname, search, hash } = useLocation();
  return { from: `${pathname}${search}${hash}` };
}

/** Query of such a link; empty where the target is home. */
export interface ReturnQuery {
  readonly from: string | undefined;
}

export function returnQueryOf(from: string): ReturnQuery {
  return { from: from === '/' ? undefined : from };
}

/**
 * The same for a link that may be followed before hydration: in its address, without the fragment, which the server
 * never gets. The state contains the fragment as well.
 */
export function useReturnLink(): { readonly query: ReturnQuery; readonly state: Origin } {
  const { pathname, search } = useLocation();
  return { query: returnQueryOf(`${pathname}${search}`), state: useOrigin() };
}

/** The page on which this tab's session ended during an action; until the next sign-in. */
let endedAt: string | undefined;

export function noteEndedSession(from: string): void {
  endedAt = from;
}

export function forgetEndedSession(): void {
  endedAt = undefined;
}

let readPending: () => Location | undefined = () => undefined;

/** Injects the target of a pending navigation: until it commits, the address is still that of the previous page. */
export function watchNavigation(read: typeof readPending): void {
  readPending = read;
}

/** The target of a pending navigation, if any. */
export const pendingLocation = (): Location | undefined => readPending();

/**
 * Redirects from a page for members to Sign In, which returns to the page, or to the target that the member chose after
 * the session ended. A pending navigation takes precedence: its target is what the visitor wants, or Sign In itself.
 */
export function useSignInFirst(status: Viewer['status'], signInPath: string): void {
  const navigate = useNavigate();
  const navigation = useNavigation().state;
  const { from: here } = useOrigin();
  const isMember = status === 'signed-in';
  const [wasMember, setWasMember] = useState(isMember);
  if (isMember && !wasMember) setWasMember(true);
  const from = (wasMember ? endedAt : undefined) ?? here;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `navigation` changes when a pending navigation ends; if it was aborted, this redirect takes place.
  useEffect(() => {
    if (status !== 'signed-out' || pendingLocation()) return;
    void navigate(signInPath, { replace: true, state: { from } });
  }, [status, navigation, signInPath, from]);
}

const withoutHash = (path: string) => path.split('#', 1)[0];

/**
 * The page that Sign In returns to: from the link's state, else `?from=` of the address, else home. Always a path of
 * this site.
 */
export function useReturnPath(): string {
  const { state, search } = useLocation();
  const carried: unknown = state?.from;
  const from = safeReturnPath(
    typeof carried === 'string' ? carried : new URLSearchParams(search).get('from'),
  );
  // For the same page it also has the fragment.
  const [ended] = useState(() => safeReturnPath(endedAt));
  return withoutHash(ended) === withoutHash(from) ? ended : from;
}

/** Whether the visitor has to sign in because their session ended during an action. */
export function useSessionEnded(): boolean {
  const to = useReturnPath();
  const [ended] = useState(() => endedAt);
  return ended !== undefined && ended === to;
}
