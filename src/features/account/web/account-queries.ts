import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { myAccount, mySecurityEvents, mySessions } from '../contract/account-page.ts';
import { identitySettings } from '../contract/sessions.ts';

const sessionsStaleMs = 10_000;

/** The site's configuration: Google sign-in, e-mail, passkeys. It doesn't change while the site runs. */
export function identitySettingsQuery() {
  return endpointQuery(
    ['identity-settings'],
    identitySettings,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

export function myAccountQuery() {
  return endpointQuery([...personalKey, 'account'], myAccount, {});
}

export function mySecurityEventsQuery() {
  return endpointQuery(
    [...personalKey, 'security-events'],
    mySecurityEvents,
    {},
    { staleTime: sessionsStaleMs },
  );
}

export function mySessionsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'sessions'],
    queryFn: async ({ client, signal }) => (await call(client, mySessions, {}, { signal })).body,
    // Other browsers may sign in or out at any time; a page that was just rendered is not refetched.
    staleTime: sessionsStaleMs,
  });
}
