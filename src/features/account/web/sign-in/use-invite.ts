import { readLinkToken, useShownToken } from '../../../../platform/web/link-token.ts';

const name = 'invite';

/** The token of the invitation link that opened this page. */
export function useInvite(): string | undefined {
  return useShownToken(name);
}

/** The same for an effect of the first render, in which a fragment isn't known yet. */
export function readInvite(): string | undefined {
  return readLinkToken(name);
}
