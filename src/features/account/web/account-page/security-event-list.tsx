import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import type { securityEventSchema } from '../../contract/account-page.ts';
import type { SecurityEventKind } from '../../contract/security-events.ts';
import { identitySettingsQuery, mySecurityEventsQuery } from '../account-queries.ts';

type SecurityEvent = z.output<typeof securityEventSchema>;

/** Events shown at first. */
const shownFirst = 6;

const labels: Readonly<Record<SecurityEventKind, string>> = {
  'sign-in': 'Signed in',
  'new-device': 'Signed in from a new place',
  'many-failures': 'Several wrong passwords',
  'session-ended': 'One browser logged out',
  'sessions-ended': 'Logged out everywhere',
  'password-changed': 'Password changed',
  'address-changed': 'Email address changed',
  'google-linked': 'Google account linked',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'passkey-copied': 'Passkey refused, as a copy',
  'codes-on': 'Sign-in codes switched on',
  'codes-off': 'Sign-in codes switched off',
  'recovery-code-used': 'Recovery code used',
  'recovery-codes-renewed': 'New recovery codes made',
  'token-made': 'Personal token made',
  'token-revoked': 'Personal token revoked',
  'account-deleted': 'Account deleted',
  'account-called-back': 'Account called back',
  'data-exported': 'All your data handed out',
};

function labelOf(kind: string): string {
  return kind in labels ? labels[kind as SecurityEventKind] : 'Account changed';
}

function EventItem({ event }: { readonly event: SecurityEvent }) {
  return (
    <li className="border-b border-rule py-3">
      <p className="font-medium">{labelOf(event.kind)}</p>
      <p className="text-sm text-faint">
        <Moment at={event.at} />, {event.browser}, network {event.network}
      </p>
    </li>
  );
}

/** Security events of the account, the latest first, with a note if some are e-mailed, too. */
export function SecurityEventList() {
  const { data: events, isError, refetch } = useQuery(mySecurityEventsQuery());
  const { data: settings } = useQuery(identitySettingsQuery());
  const [isWhole, setIsWhole] = useState(false);
  if (!events && !isError) return <LoadingIndicator />;
  if (!events) {
    return <ErrorNote onRetry={() => refetch()}>This list could not be loaded.</ErrorNote>;
  }
  const shown = isWhole ? events : events.slice(0, shownFirst);
  return (
    <>
      {settings?.mail && (
        <p className="mb-4 text-soft">We also notify you of the most important events by email.</p>
      )}
      {events.length === 0 && <p className="text-soft">Nothing yet.</p>}
      <ul className="border-t border-rule empty:hidden">
        {shown.map((event) => (
          <EventItem key={event.id} event={event} />
        ))}
      </ul>
      {events.length > shownFirst && (
        <Button size="small" className="mt-4 noscript:hidden" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${events.length}`}
        </Button>
      )}
    </>
  );
}
