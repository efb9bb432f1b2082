import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/create-identity.ts';
import { privateRoutes } from '../../../platform/http/private-routes.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import { draftRoutes } from './draft-routes.ts';
import { exportRoutes } from './export/export-routes.ts';
import { publishingRoutes } from './publishing-routes.ts';
import { revisionRoutes } from './revision-routes.ts';

export interface WritingRoutesOptions {
  readonly storage: Storage;
  readonly identity: Pick<Identity, 'guard' | 'sessions'>;
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Everything that an author does with blogs. */
export function writingRoutes(app: FastifyInstance, options: WritingRoutesOptions): void {
  privateRoutes(app, (scope) => {
    publishingRoutes(scope, options);
    revisionRoutes(scope, options);
    draftRoutes(scope, options);
    exportRoutes(scope, options);
  });
}
