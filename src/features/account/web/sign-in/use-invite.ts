import { useSearchParams } from 'react-router';
import { useQueryToken } from '../../../../platform/web/link-token.ts';

/** The token of the invitation link that opened this page. */
export function useInvite(): string | undefined {
  return useQueryToken('invite', useSearchParams()[0].get('invite') ?? undefined);
}
