import { useLocation } from 'react-router';
import { safeReturnPath } from '../return-path.ts';

/** What a link to Sign In carries along: the path to come back to. */
export interface Origin {
  readonly from: string;
}

/** The place where somebody is asked to sign in, as the `state` of the link that leads there. */
export function useOrigin(): Origin {
  const { pathname, search, hash } = useLocation();
  return { from: `${pathname}${search}${hash}` };
}

/**
 * Where Sign In leads back to: what the link that led here carried, else `?from=` of the address, else home. Always
 * a path of this site.
 */
export function useReturnPath(): string {
  const { state, search } = useLocation();
  const carried: unknown = state?.from;
  return safeReturnPath(
    typeof carried === 'string' ? carried : new URLSearchParams(search).get('from'),
  );
}
