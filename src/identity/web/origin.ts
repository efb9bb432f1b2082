import { useLocation } from 'react-router';

/** What a link to Sign In carries along: the path to come back to. */
export interface Origin {
  readonly from: string;
}

/** The place where somebody is asked to sign in, as the `state` of the link that leads there. */
export function useOrigin(): Origin {
  const { pathname, search, hash } = useLocation();
  return { from: `${pathname}${search}${hash}` };
}
