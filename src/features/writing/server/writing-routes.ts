import type { FastifyInstance } from 'fastify';
import { privateRoutes } from '../../../platform/http/private-routes.ts';
import { exportRoutes } from '../../transfer/server/export/export-routes.ts';
import { draftRoutes } from './draft-routes.ts';
import { publishingRoutes } from './publishing-routes.ts';
import { revisionRoutes } from './revision-routes.ts';
import type { WritingRoutesOptions } from './writing-routes-options.ts';

/** Everything that an author does with blogs. */
export function writingRoutes(app: FastifyInstance, options: WritingRoutesOptions): void {
  privateRoutes(app, (scope) => {
    publishingRoutes(scope, options);
    revisionRoutes(scope, options);
    draftRoutes(scope, options);
    exportRoutes(scope, options);
  });
}
