import type { Guard } from '../platform/http/answers/answers.ts';
import { type OwnPagesOnly, ownPagesOnly } from '../platform/http/cross-site.ts';
import type { Reading } from '../platform/site/own-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { createGuard } from './guards.ts';
import type { Person } from './person.ts';
import { createHeavyCalls, type HeavyCalls } from './quotas/heavy-calls.ts';
import { createSessions, type Session, type Sessions } from './session/session.ts';
import { createPersonalTokens } from './tokens/personal-tokens.ts';

/** Authentication and access control, shared by all features. */
export interface Identity {
  /** Public base URL of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly sessions: Sessions;
  /** Rejects cross-site requests. */
  readonly ownPages: OwnPagesOnly;
  /** Guards every endpoint that pages call while they are rendered. */
  readonly guard: Guard<Session>;
  /** The same for API requests, which may carry a personal token. */
  readonly apiGuard: Guard<Session>;
  readonly heavyCalls: HeavyCalls;
}

export interface IdentityOptions {
  readonly storage: Storage;
  readonly siteUrl: string;
  /** No URL is configured: accept any host name. */
  readonly goesByAnyName?: boolean;
  /** Who may read whole blogs; members by default. */
  readonly reading?: () => Promise<Reading>;
  /** Whether staff need a second factor and this person has none; false by default. */
  readonly lacksFactor?: (person: Person) => Promise<boolean>;
  /** Whether sign-up needs an invitation; false by default. */
  readonly isByInvitation?: () => Promise<boolean>;
  /** Factor on the rate limits of personal tokens; 0, the default, switches them off. */
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
