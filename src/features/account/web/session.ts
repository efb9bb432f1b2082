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

/** What a provider gives for a sign-in. */
export interface Proof {
  readonly user: Pick<Person, 'email'>;
  /** A signed token, for `POST /jwt` only; it is kept in memory and nowhere else. */
  readonly idToken: string;
  /** The token of an invitation. */
  readonly invite?: string | undefined;
}

let channel: BroadcastChannel | undefined;
/** Grows when this tab learns who is signed in, or asks: an answer that was asked for before is out of date. */
let newest = 0;
/** True while the session is being ended here, or this page is being left for it: what is refused leads nowhere. */
let isLeaving = false;

/** The channel to the other tabs, which learn here of a sign-in or sign-out. */
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

/** Exchanges the proof of a sign-in for the session cookie; from then on the site is seen as that person. */
export async function beginSession(queries: QueryClient, proof: Proof): Promise<Person> {
  const headers = { authorization: `Bearer ${proof.idToken}` };
  const input = { body: { email: proof.user.email, invite: proof.invite } };
  const { body } = await call(queries, startSession, input, { headers });
  return appearAs(queries, body.user);
}

/** Calls a deleted account back by the proof of a sign-in, and begins its session. */
export async function restoreAccount(queries: QueryClient, proof: Proof): Promise<Person> {
  const headers = { authorization: `Bearer ${proof.idToken}` };
  const input = { body: { email: proof.user.email } };
  const { body } = await call(queries, callAccountBack, input, { headers });
  return appearAs(queries, body.user);
}

/** Shows the site to the person whom the server says is signed in. */
export async function followSession(queries: QueryClient): Promise<void> {
  newest += 1;
  const asked = newest;
  const { user } = (await call(queries, currentUser, {})).body;
  if (asked === newest) becomeViewer(queries, user);
}

/** Ends the session on the server. The page still shows the person, until `becomeViewer` says otherwise. */
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

/** Ends the session here and then at the provider that has the accounts, which leads home. The page is left for it. */
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

/** Calls the listener after a possible sign-in or sign-out in another tab. Returns how to stop. */
function onChangeElsewhere(listener: () => void): () => void {
  const lookAgain = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isLeaving = false;
    listener();
  };
  tabs().addEventListener('message', listener);
  // A page that the back button takes out of its grave missed what happened meanwhile.
  window.addEventListener('pageshow', lookAgain);
  return () => {
    tabs().removeEventListener('message', listener);
    window.removeEventListener('pageshow', lookAgain);
  };
}

/**
 * Keeps this tab in step: with who signs in or out in another one, and with the server, which may call the session
 * over at any request. `onEnded` then leads the person to sign in. Returns how to stop.
 */
export function keepSession(queries: QueryClient, onEnded: () => void): () => void {
  // Without an answer the page stays as it is; the next call will tell.
  const stopFollowing = onChangeElsewhere(() => void followSession(queries).catch(() => {}));

  const stopListening = onRefusal(queries, () => {
    // Calls that were refused together end the session once.
    if (isLeaving || viewerIn(queries) === null) return;
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
