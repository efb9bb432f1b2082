import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '../../../identity/person.ts';
import { becomeViewer, viewerIn } from '../../../identity/web/viewer.ts';
import { call, onRefusal } from '../../../platform/web/api.ts';
import {
  callAccountBack,
  currentUser,
  endSession,
  startSession,
  updateProfile,
} from '../contract/sessions.ts';
import { tabsChannel } from './follow-viewer.ts';

/** The provider's proof of a sign-in. */
export interface Proof {
  readonly user: Pick<Person, 'email'>;
  /** A signed token for `POST /jwt`, stored in memory only. */
  readonly idToken: string;
  /** The token of an invitation. */
  readonly invite?: string | undefined;
}

let channel: BroadcastChannel | undefined;
/** Incremented when this tab learns or requests who is signed in: earlier requests are then outdated. */
let newest = 0;
/** True while this page ends the session or is being left for it: refusals are then ignored. */
let isLeaving = false;

/** The channel that announces sign-ins and sign-outs to the other tabs. */
function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(tabsChannel);
  return channel;
}

/** Shows the site as this person sees it, here and in the other tabs. */
function appearAs(queries: QueryClient, person: Person): Person {
  newest += 1;
  becomeViewer(queries, person);
  tabs().postMessage('changed');
  return person;
}

/** Exchanges the proof of a sign-in for the session cookie, and shows the site as that person sees it. */
export async function beginSession(queries: QueryClient, proof: Proof): Promise<Person> {
  const headers = { authorization: `Bearer ${proof.idToken}` };
  const input = { body: { email: proof.user.email, invite: proof.invite } };
  const { body } = await call(queries, startSession, input, { headers });
  return appearAs(queries, body.user);
}

/** Restores a deleted account by the proof of a sign-in, and starts its session. */
export async function restoreAccount(queries: QueryClient, proof: Proof): Promise<Person> {
  const headers = { authorization: `Bearer ${proof.idToken}` };
  const input = { body: { email: proof.user.email } };
  const { body } = await call(queries, callAccountBack, input, { headers });
  return appearAs(queries, body.user);
}

/** Fetches the signed-in person, and shows the site as they see it. */
export async function followSession(queries: QueryClient): Promise<void> {
  newest += 1;
  const asked = newest;
  const { user } = (await call(queries, currentUser, {})).body;
  if (asked === newest) becomeViewer(queries, user);
}

/** Ends the session on the server. The page still shows the person until `becomeViewer` is called. */
export async function quitSession(queries: QueryClient): Promise<void> {
  isLeaving = true;
  try {
    await call(queries, endSession, {});
  } finally {
    isLeaving = false;
  }
  newest += 1;
  tabs().postMessage('changed');
}

/** Ends the session here, then leaves the page for the external provider, which ends its own and redirects home. */
export async function quitProvider(queries: QueryClient): Promise<void> {
  await quitSession(queries);
  isLeaving = true;
  window.location.assign('/identity/sign-out');
}

/** Changes name and photo, here and in the other tabs. */
export async function saveProfile(
  queries: QueryClient,
  profile: { readonly displayName: string; readonly photoURL: string },
): Promise<void> {
  appearAs(queries, (await call(queries, updateProfile, { body: profile })).body.user);
}

/** Calls the listener after a possible sign-in or sign-out in another tab. Returns the function that stops it. */
function onChangeElsewhere(listener: () => void): () => void {
  const lookAgain = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isLeaving = false;
    listener();
  };
  tabs().addEventListener('message', listener);
  // A page restored from the back/forward cache missed messages.
  window.addEventListener('pageshow', lookAgain);
  return () => {
    tabs().removeEventListener('message', listener);
    window.removeEventListener('pageshow', lookAgain);
  };
}

/**
 * Keeps this tab in sync with sign-ins and sign-outs in other tabs, and with the server, which may end the session at
 * any request; then calls `onEnded`. Returns the function that stops it.
 */
export function keepSession(queries: QueryClient, onEnded: () => void): () => void {
  // Without a reply the page stays as it is, until the next call.
  const stopFollowing = onChangeElsewhere(() => void followSession(queries).catch(() => {}));

  const stopListening = onRefusal(queries, () => {
    // Several calls refused together end the session once.
    if (isLeaving || viewerIn(queries) === null) return;
    becomeViewer(queries, null);
    // The session is over, whether this call succeeds or not.
    void quitSession(queries).catch(() => {});
    onEnded();
  });

  return () => {
    stopFollowing();
    stopListening();
  };
}
