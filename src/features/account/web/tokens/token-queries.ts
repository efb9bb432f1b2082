import type { QueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { myTokens } from '../../contract/tokens.ts';
import { mySecurityEventsQuery } from '../account-queries.ts';

/** The person's tokens, the newest first. */
export function myTokensQuery() {
  return endpointQuery([...personalKey, 'tokens'], myTokens, {});
}

/** Shows what was changed: the tokens, and what happened to the account. */
export async function refreshTokens(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
  await queries.invalidateQueries({ queryKey: myTokensQuery().queryKey });
}
