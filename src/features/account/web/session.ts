import type { QueryClient } from '@tanstack/react-query';
import type { Profile, Proof } from '../../../identity/web/identity-client.ts';
import { becomeViewer, viewerIn } from '../../../identity/web/viewer.ts';
import { call, onRefusal } from '../../../platform/web/api.ts';
import { endSession, startSession } from '../contract.ts';
import { identityClientOf } from './identity-client-of.ts';

/** Exchanges the proof of a sign-in for the session cookie; from then on the site is seen as that person. */
export async function beginSession(queries: QueryClient, { user, idToken }: Proof): Promise<void> {
  const headers = { authorization: `Bearer ${idToken}` };
  const { body } = await call(queries, startSession, { body: { email: user.email } }, { headers });
  becomeViewer(queries, body.user);
  identityClientOf(queries).announceChange();
}

/** Ends the session on the server. The page still shows the person, until `becomeViewer` says otherwise. */
export async function quitSession(queries: QueryClient): Promise<void> {
  const identity = identityClientOf(queries);
  await identity.signOut();
  await call(queries, endSession, {});
  identity.announceChange();
}

/** Changes name and photo, here and in the other tabs. */
export async function saveProfile(queries: QueryClient, profile: Profile): Promise<void> {
  const identity = identityClientOf(queries);
  becomeViewer(queries, (await identity.updateProfile(profile)).user);
  identity.announceChange();
}

/**
 * Keeps this tab in step: with who signs in or out in another one, and with the server, which may call the session
 * over at any request. `onEnded` then leads the person to sign in. Returns how to stop.
 */
export function keepSession(queries: QueryClient, onEnded: () => void): () => void {
  const identity = identityClientOf(queries);

  async function follow(): Promise<void> {
    becomeViewer(queries, await identity.currentUser());
  }
  // Without an answer the page stays as it is; the next call will tell.
  const stopFollowing = identity.onChange(() => void follow().catch(() => {}));

  const stopListening = onRefusal(queries, () => {
    // Calls that were refused together end the session once.
    if (viewerIn(queries) === null) return;
    becomeViewer(queries, null);
    // The session is over for us either way.
    void quitSession(queries).catch(() => {});
    onEnded();
  });

  return () => {
    stopFollowing();
    stopListening();
  };
}
