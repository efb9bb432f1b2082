import type { QueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { myTokens } from '../../contract/tokens.ts';
import { mySecurityEventsQuery } from '../account-queries.ts';

/** The person's tokens, the newest first. */
export function myTokensQuery() {
  return endpointQuery([...personalKey, 'tokens'], myTokens, {});
}

/** Refetches the tokens and the security events after a change. */
export async function refreshTokens(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
  await queries.invalidateQueries({ queryKey: myTokensQuery().queryKey });
}
