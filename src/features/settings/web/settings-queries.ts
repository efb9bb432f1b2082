import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { invitationState, invitations } from '../contract/invitations.ts';
import { settingsStates, siteSettings } from '../contract/settings.ts';

/** Other owners save as they like; what the server just rendered is still true. */
const staleMs = 10_000;

export function siteSettingsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'manage', 'settings'],
    queryFn: async ({ client, signal }) => (await call(client, siteSettings, {}, { signal })).body,
    staleTime: staleMs,
  });
}

export function settingsStatesQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'manage', 'settings-states'],
    queryFn: async ({ client, signal }) =>
      (await call(client, settingsStates, {}, { signal })).body,
    staleTime: staleMs,
  });
}

export function invitationsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'manage', 'invitations'],
    queryFn: async ({ client, signal }) => (await call(client, invitations, {}, { signal })).body,
    staleTime: staleMs,
  });
}

/** Whether an invitation is still valid. */
export function invitationStateQuery(invite: string) {
  return queryOptions({
    queryKey: ['invitation', invite],
    queryFn: async ({ client, signal }) =>
      (await call(client, invitationState, { query: { invite } }, { signal })).body,
    staleTime: staleMs,
  });
}
