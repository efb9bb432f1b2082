import type { KeeperState } from './keeper/draft-keeper.ts';

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function statusText({ status, savedAt, reason }: KeeperState): string {
  switch (status) {
    case 'none':
      return '';
    case 'device':
      return 'Saved on this device';
    case 'saved':
      return `Saved ${timeOfDay.format(savedAt)}`;
    case 'offline':
      return 'Offline';
    case 'failed':
      return reason === null ? 'Failed, retrying' : `Not saved on the site. ${reason}`;
  }
}

/** Where the text is safe, in one phrase that is read out when it changes. */
export function SaveStatus({ state }: { readonly state: KeeperState }) {
  const isTrouble = state.status === 'offline' || state.status === 'failed';
  return (
    <p
      role="status"
      aria-live="polite"
      className={`text-sm ${isTrouble ? 'font-semibold text-bad' : 'text-soft'}`}
    >
      {statusText(state)}
    </p>
  );
}
