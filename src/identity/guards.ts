import { type Access, isForStaff } from '../platform/contract/define-endpoint.ts';
import { notFound, notSignedIn, notYours } from '../platform/contract/problems.ts';
import type { Guard } from '../platform/http/answers/answers.ts';
import type { OwnPagesOnly } from '../platform/http/cross-site.ts';
import type { Reading } from '../platform/site/own-settings.ts';
import { mayUse, normalEmail, type Person } from './person.ts';
import { factorNeeded } from './role-problems.ts';
import type { Session, Sessions } from './session/session.ts';
import { logStaffRefusal } from './staff-refusals.ts';
import type { PersonalTokens } from './tokens/personal-tokens.ts';

export interface GuardOptions {
  readonly sessions: Sessions;
  readonly ownPages: OwnPagesOnly;
  /** Who may read whole blogs. */
  readonly reading: () => Promise<Reading>;
  /** Whether staff need a second factor and this person has none. */
  readonly lacksFactor: (person: Person) => Promise<boolean>;
  /** Whether sign-up needs an invitation. */
  readonly isByInvitation: () => Promise<boolean>;
  /** Absent where only cookies authenticate, as for pages. */
  readonly tokens?: PersonalTokens;
}

/**
 * Checks the access of a request. Members' endpoints need a session (401); readers' and guests' endpoints depend on
 * settings. Endpoints of staff and owners answer 404 to other members: a 401 or a 403 would sign out a moderator who
 * has just been dismissed. Staff without a required second factor get 409. Changes must come from this site's own pages
 * (403).
 *
 * A personal token takes precedence over any cookie, so such a request needs no page of the site as its origin.
 */
export function createGuard(options: GuardOptions): Guard<Session> {
  const { sessions, ownPages, reading, lacksFactor, isByInvitation, tokens } = options;

  async function assertMayUse(access: Access, person: Person): Promise<void> {
    if (!mayUse(access, person)) throw notFound();
    if (isForStaff(access) && (await lacksFactor(person))) throw factorNeeded();
  }

  return async (endpoint, request) => {
    const { access } = endpoint;
    const isOpen = access === 'public' || (access === 'guest' && !(await isByInvitation()));
    const token = tokens?.bearerOf(request);
    if (tokens && token !== undefined) {
      sessions.ignoreCookieOf(request);
      // Guests' calls check it as well: a program must not go on with a token that was revoked.
      if (access !== 'public') return tokens.admit(endpoint, request, token);
    }
    const isFromAnywhere = endpoint.method !== 'GET' && endpoint.isFromAnywhere;
    if (endpoint.method !== 'GET' && !isFromAnywhere) ownPages.assertSameSite(request);
    if (isOpen) return null;
    const session = await sessions.sessionOf(request);
    if (session) {
      const { person } = session;
      const admit = () => assertMayUse(access, person);
      await logStaffRefusal({ endpoint, person, log: request.log }, admit);
      return session;
    }
    if (access === 'reader' && (await reading()) === 'public') return null;
    throw notSignedIn();
  };
}

/**
 * Rejects a request that gives another person's e-mail address as the caller's own. The address is optional: the
 * session identifies the caller. Throws `not-yours`.
 */
export function assertOwnEmail(person: Person, given: string | null | undefined): void {
  if (!given) return;
  if (normalEmail(given) !== person.email) throw notYours();
}
