import type { QueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { myFactors } from '../../contract/factors.ts';
import { mySecurityEventsQuery } from '../account-queries.ts';

/** What proves the person beside the password. */
export function myFactorsQuery() {
  return endpointQuery([...personalKey, 'factors'], myFactors, {});
}

/** Shows what was changed: the factors, and what happened to the account. */
export async function refreshFactors(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
  await queries.invalidateQueries({ queryKey: myFactorsQuery().queryKey });
}
