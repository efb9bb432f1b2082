import type { QueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { myFactors } from '../../contract/factors.ts';
import { mySecurityEventsQuery } from '../account-queries.ts';

/** The person's second factors. */
export function myFactorsQuery() {
  return endpointQuery([...personalKey, 'factors'], myFactors, {});
}

/** Refetches the factors and the security events after a change. */
export async function refreshFactors(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: mySecurityEventsQuery().queryKey });
  await queries.invalidateQueries({ queryKey: myFactorsQuery().queryKey });
}
