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
  /** Whether the site is one by invitation. */
  readonly isByInvitation: () => Promise<boolean>;
}

/**
 * Checks a call's access: members' endpoints need a session (401), readers' and guests' endpoints depend on settings, staff's and
 * owners' endpoints don't exist for other members (404: a 401 or a 403 would sign out a moderator who has just been
 * dismissed). Changes must come from this site's own pages (403).
 */
export function createGuard(options: GuardOptions): Guard<Session> {
  const { sessions, ownPages, reading, isByInvitation } = options;
  return async (endpoint, request) => {
    const isFromAnywhere = endpoint.method !== 'GET' && endpoint.isFromAnywhere;
    if (endpoint.method !== 'GET' && !isFromAnywhere) ownPages.assertSameSite(request);
    if (endpoint.access === 'public') return null;
    if (endpoint.access === 'guest' && !(await isByInvitation())) return null;
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
