import type { FastifyRequest } from 'fastify';
import { problem } from '../platform/contract/problems.ts';
import type { Guard } from '../platform/http/bind.ts';
import { assertSameSite } from '../platform/http/cross-site.ts';
import { normalEmail, type Person } from './person.ts';
import type { Session, Sessions } from './session.ts';

export interface GuardOptions {
  readonly sessions: Sessions;
  readonly siteUrl: string;
}

/** Lets members' endpoints be called with a session only (401), and changes by this site's own pages only (403). */
export function createGuard({ sessions, siteUrl }: GuardOptions): Guard {
  return async (endpoint, { request }) => {
    if (endpoint.method !== 'GET') assertSameSite(request.headers, siteUrl);
    if (endpoint.access === 'member' && !(await sessions.personOf(request))) {
      throw problem('not-signed-in');
    }
  };
}

/** The session of a members' endpoint, for handlers. Throws `not-signed-in` where there is none. */
export async function requireSession(
  sessions: Sessions,
  request: FastifyRequest,
): Promise<Session> {
  const session = await sessions.sessionOf(request);
  if (!session) throw problem('not-signed-in');
  return session;
}

/** The person of a members' endpoint, for handlers. Throws `not-signed-in` where there is none. */
export async function requirePerson(sessions: Sessions, request: FastifyRequest): Promise<Person> {
  return (await requireSession(sessions, request)).person;
}

/**
 * Refuses a call that names somebody else's e-mail address as the caller's own. Callers may leave it out: the session
 * says who they are. Throws `not-yours`.
 */
export function assertOwnEmail(person: Person, given: string | null | undefined): void {
  if (!given) return;
  if (normalEmail(given) !== person.email) throw problem('not-yours');
}
