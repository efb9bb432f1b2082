import { Outlet } from 'react-router';
import { ConnectionNote } from '../platform/web/ui/connection-note.tsx';
import { DialogsProvider } from '../platform/web/ui/dialogs.tsx';
import { Toasts } from '../platform/web/ui/toasts/toasts.tsx';
import { SessionKeeper } from './session-keeper.tsx';

/** Around every layout: a message about a failed request stays visible when the session's end changes the layout. */
export function RootLayout() {
  return (
    <DialogsProvider>
      <Outlet />
      <Toasts />
      <ConnectionNote />
      <SessionKeeper />
    </DialogsProvider>
  );
}
