import { personalKey } from '../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { invitationState, invitations } from '../contract/invitations.ts';
import { settingsStates, siteSettings } from '../contract/settings.ts';

/** Other owners may save at any time; what the server just rendered is still current. */
const staleMs = 10_000;

export function siteSettingsQuery() {
  return endpointQuery(
    [...personalKey, 'manage', 'settings'],
    siteSettings,
    {},
    { staleTime: staleMs },
  );
}

export function settingsStatesQuery() {
  return endpointQuery(
    [...personalKey, 'manage', 'settings-states'],
    settingsStates,
    {},
    { staleTime: staleMs },
  );
}

export function invitationsQuery() {
  return endpointQuery(
    [...personalKey, 'manage', 'invitations'],
    invitations,
    {},
    { staleTime: staleMs },
  );
}

/** Whether an invitation is still valid. */
export function invitationStateQuery(invite: string) {
  return endpointQuery(
    ['invitation', invite],
    invitationState,
    { body: { invite } },
    { staleTime: staleMs },
  );
}
