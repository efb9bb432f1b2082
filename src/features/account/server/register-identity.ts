import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/create-identity.ts';
import type { Storage } from '../../../storage/storage.ts';
import { accountPageRoutes } from './account-page-routes.ts';
import { googleRoutes } from './google-routes.ts';
import { identityRoutes } from './identity-routes.ts';
import type { PersonalData } from './personal-data.ts';
import { sessionRoutes } from './session-routes.ts';

export interface RegisterIdentityOptions {
  readonly storage: Storage;
  readonly identity: Identity;
  /** What the other features keep of people, for the download and for deleting an account. */
  readonly personalData: readonly PersonalData[];
}

/** Everything under `/jwt`, `/logout`, `/identity` and `/api/account`. */
export function registerIdentity(app: FastifyInstance, options: RegisterIdentityOptions): void {
  sessionRoutes(app, options);
  identityRoutes(app, options);
  googleRoutes(app, options);
  accountPageRoutes(app, options);
  app.addHook('onClose', () => options.identity.close());
}
