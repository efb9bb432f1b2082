import type { Identity } from '../../../identity/create-identity.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';

/** What each route of an author works with. */
export interface WritingRoutesOptions {
  readonly storage: Storage;
  readonly identity: Pick<Identity, 'guard' | 'sessions'>;
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}
