import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { myAccount, mySecurityEvents, mySessions } from '../contract/account-page.ts';
import { identitySettings } from '../contract/sessions.ts';

const sessionsStaleMs = 10_000;

/** What this site can do: Google sign-in, letters. It doesn't change while the site runs. */
export function identitySettingsQuery() {
  return queryOptions({
    queryKey: ['identity-settings'],
    queryFn: async ({ client, signal }) =>
      (await call(client, identitySettings, {}, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function myAccountQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'account'],
    queryFn: async ({ client, signal }) => (await call(client, myAccount, {}, { signal })).body,
  });
}

export function mySecurityEventsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'security-events'],
    queryFn: async ({ client, signal }) =>
      (await call(client, mySecurityEvents, {}, { signal })).body,
    staleTime: sessionsStaleMs,
  });
}

export function mySessionsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'sessions'],
    queryFn: async ({ client, signal }) => (await call(client, mySessions, {}, { signal })).body,
    // Other browsers sign in and out as they like; what the server just rendered is still true.
    staleTime: sessionsStaleMs,
  });
}
