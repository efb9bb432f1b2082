import type { Guard } from '../platform/http/answers.ts';
import type { Storage } from '../storage/storage.ts';
import { createGuard } from './guards.ts';
import { createSessions, type Session, type Sessions } from './session.ts';

/** Who is asking: what every feature needs to know of it. */
export interface Identity {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  readonly sessions: Sessions;
  /** Stands before every endpoint. */
  readonly guard: Guard<Session>;
}

export interface IdentityOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function createIdentity({ storage, siteUrl, now = Date.now }: IdentityOptions): Identity {
  const sessions = createSessions({ storage, siteUrl, now });
  return { siteUrl, sessions, guard: createGuard({ sessions, siteUrl }) };
}
