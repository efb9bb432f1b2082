import type { Guard } from '../platform/http/answers/answers.ts';
import { type OwnPagesOnly, ownPagesOnly } from '../platform/http/cross-site.ts';
import type { Reading } from '../platform/site/own-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { createGuard } from './guards.ts';
import type { Person } from './person.ts';
import { createHeavyCalls, type HeavyCalls } from './quotas/heavy-calls.ts';
import { createSessions, type Session, type Sessions } from './session/session.ts';
import { createPersonalTokens } from './tokens/personal-tokens.ts';

/** Who is asking: what every feature needs to know of it. */
export interface Identity {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  readonly sessions: Sessions;
  /** Refuses what other sites' pages ask for. */
  readonly ownPages: OwnPagesOnly;
  /** Stands before every endpoint that a page asks for while it is rendered. */
  readonly guard: Guard<Session>;
  /** The same for requests of the API, which may come with a personal token. */
  readonly apiGuard: Guard<Session>;
  readonly heavyCalls: HeavyCalls;
}

export interface IdentityOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  /** Nobody has said what the site is reached by: then it goes by whatever name it is asked by. */
  readonly goesByAnyName?: boolean;
  /** Who may read whole blogs; members by default. */
  readonly reading?: () => Promise<Reading>;
  /** Whether staff need a second factor, and this person has none; nobody by default. */
  readonly lacksFactor?: (person: Person) => Promise<boolean>;
  /** Whether the site is one by invitation; it isn't by default. */
  readonly isByInvitation?: () => Promise<boolean>;
  /** The factor on the limits of calls by tokens; 0, which switches them off, by default. */
  readonly limits?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function createIdentity(options: IdentityOptions): Identity {
  const { storage, siteUrl, now = Date.now, reading = async () => 'members' } = options;
  const { lacksFactor = async () => false, isByInvitation = async () => false } = options;
  const { limits = 0 } = options;
  const sessions = createSessions({ storage, siteUrl, now });
  const ownPages = ownPagesOnly(options);
  const heavyCalls = createHeavyCalls({ storage, now });
  const guarding = { sessions, ownPages, reading, lacksFactor, isByInvitation };
  const tokens = createPersonalTokens({ storage, limits, now });
  return {
    siteUrl,
    sessions,
    ownPages,
    guard: createGuard(guarding),
    apiGuard: createGuard({ ...guarding, tokens }),
    heavyCalls,
  };
}
