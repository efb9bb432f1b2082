import { notFound, notSignedIn, notYours } from '../platform/contract/problems.ts';
import type { Guard } from '../platform/http/answers/answers.ts';
import type { OwnPagesOnly } from '../platform/http/cross-site.ts';
import type { Reading } from '../platform/site/own-settings.ts';
import { mayUse, normalEmail, type Person } from './person.ts';
import type { Session, Sessions } from './session/session.ts';

export interface GuardOptions {
  readonly sessions: Sessions;
  readonly ownPages: OwnPagesOnly;
  /** Who may read whole blogs. */
  readonly reading: () => Promise<Reading>;
}

/**
 * Lets members' endpoints be called with a session only (401), readers' by whoever may read, those of the people who run
 * the site by them (404 for other members: a 401 or a 403 would sign out whoever has just been dismissed), and changes
 * by this site's own pages only (403).
 */
export function createGuard({ sessions, ownPages, reading }: GuardOptions): Guard<Session> {
  return async (endpoint, request) => {
    const isFromAnywhere = endpoint.method !== 'GET' && endpoint.isFromAnywhere;
    if (endpoint.method !== 'GET' && !isFromAnywhere) ownPages.assertSameSite(request);
    if (endpoint.access === 'public') return null;
    const session = await sessions.sessionOf(request);
    if (session && !mayUse(endpoint.access, session.person)) throw notFound();
    if (session) return session;
    if (endpoint.access === 'reader' && (await reading()) === 'public') return null;
    throw notSignedIn();
  };
}

/**
 * Refuses a call that names somebody else's e-mail address as the caller's own. Callers may leave it out: the session
 * says who they are. Throws `not-yours`.
 */
export function assertOwnEmail(person: Person, given: string | null | undefined): void {
  if (!given) return;
  if (normalEmail(given) !== person.email) throw notYours();
}
