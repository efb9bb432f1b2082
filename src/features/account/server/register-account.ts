import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/create-identity.ts';
import { bind } from '../../../platform/http/bind.ts';
import { identitySettings } from '../contract.ts';
import { accountPageRoutes } from './account-page-routes.ts';
import {
  type AccountsOptions,
  createAccounts,
  type EmbeddedAccounts,
  type ExternalAccounts,
} from './create-accounts.ts';
import { embeddedRoutes } from './embedded/embedded-routes.ts';
import { externalRoutes } from './openid/external-routes.ts';
import { googleRoutes } from './openid/google-routes.ts';
import type { PersonalData } from './personal-data.ts';
import { sessionRoutes } from './session-routes.ts';

export interface RegisterAccountOptions extends Omit<AccountsOptions, 'now'> {
  readonly identity: Identity;
  /** What the other features keep of people, for the download and for deleting an account. */
  readonly personalData: readonly PersonalData[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Everything under `/jwt`, `/logout`, `/identity` and `/api/account`. */
export function registerAccount(
  app: FastifyInstance,
  { now = Date.now, ...given }: RegisterAccountOptions,
): EmbeddedAccounts | ExternalAccounts {
  const accounts = createAccounts({ ...given, now });
  const { identity, limiter, storage } = given;
  const options = { ...given, now, provider: accounts.provider };
  sessionRoutes(app, options);
  accountPageRoutes(app, options);
  if (accounts.kind === 'external') {
    externalRoutes(app, { identity, limiter, external: accounts.provider });
  } else {
    embeddedRoutes(app, { identity, limiter, storage, accounts, now });
    googleRoutes(app, { identity, limiter, google: accounts.google });
    app.addHook('onClose', () => accounts.mailer?.close());
  }
  const { google, mailer } = accounts.kind === 'embedded' ? accounts : {};
  bind(app, identity.guard, identitySettings, async (_input, { reply }) => {
    reply.header('cache-control', 'no-store');
    return { google: google !== undefined, mail: mailer !== undefined };
  });
  return accounts;
}
