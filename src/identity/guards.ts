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
 * Checks a call's access: members' endpoints need a session (401), readers' endpoints depend on who may read, staff's and
 * owners' endpoints don't exist for other members (404: a 401 or a 403 would sign out a moderator who has just been
 * dismissed). Changes must come from this site's own pages (403).
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
 * Refuses a call that names another person's e-mail address as the caller's own. Callers may leave it out: the session
 * identifies them. Throws `not-yours`.
 */
export function assertOwnEmail(person: Person, given: string | null | undefined): void {
  if (!given) return;
  if (normalEmail(given) !== person.email) throw notYours();
}
