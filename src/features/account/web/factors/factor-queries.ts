import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { myFactors } from '../../contract/factors.ts';
import { mySecurityEventsQuery } from '../account-queries.ts';

/** What proves the person beside the password. */
export function myFactorsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'factors'],
    queryFn: async ({ client, signal }) => (await call(client, myFactors, {}, { signal })).body,
  });
}

/** Shows what was changed: the factors, and what happened to the account. */
export async function refreshFactors(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
  await queries.invalidateQueries({ queryKey: myFactorsQuery().queryKey });
}
