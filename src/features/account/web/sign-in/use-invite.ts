import { useSearchParams } from 'react-router';

/** The token of the invitation that led to this page. */
export function useInvite(): string | undefined {
  return useSearchParams()[0].get('invite') ?? undefined;
}
