import { createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { createIdentity } from '../../../identity/create-identity.ts';
import { createQueueMail } from '../../../identity/mail/outbox-store.ts';
import { startTestOutbox } from '../../../identity/mail/testing-outbox.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import { openSignUp, type SignUpPolicy } from '../../../identity/sign-up-policy.ts';
import { registerAnswers } from '../../../platform/http/answers/register-answers.ts';
import { handleProblems } from '../../../platform/http/problem-handler.ts';
import { acceptOnlyJson } from '../../../platform/http/strict-json.ts';
import type { PostOptions } from '../../../platform/mail/post.ts';
import { createRateLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { accountAnswers } from './account-answers.ts';
import { type AccountSettings, type Accounts, createAccounts } from './create-accounts.ts';
import type { SecurityEvent } from './security/security-events.ts';

export interface TestSite {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly accounts: Accounts;
  /** The site's clock in milliseconds; tests move it instead of waiting. */
  readonly clock: { now: number };
  /** The events of the security log, as the operator gets them. */
  readonly events: readonly SecurityEvent[];
  /** The hourly sweep. */
  readonly sweep: () => Promise<void>;
  /** Sends the queued e-mails that are due, as far as the mail server takes them. */
  readonly sendMail: () => Promise<void>;
}

export interface TestSiteOptions extends Partial<AccountSettings> {
  /** Factor on every rate limit; 0 switches them off. */
  readonly limits?: number;
  /** Where the site sends e-mails; without it the site has no mail. */
  readonly mail?: Pick<PostOptions, 'smtpUrl' | 'from' | 'silenceMs'>;
  readonly personalData?: readonly PersonalData[];
  readonly signUpPolicy?: SignUpPolicy;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Starts a site with only the account feature on a real port, until the test ends. */
export async function startSite(
  storage: Storage,
  {
    personalData = [],
    limits = 1,
    signUpPolicy = openSignUp,
    mail,
    ...changes
  }: TestSiteOptions = {},
): Promise<TestSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const mailErrors: unknown[] = [];
  const events: SecurityEvent[] = [];
  const unset = { external: undefined, google: undefined };
  const settings = { siteUrl: url, ...unset, ...changes };
  // Tests set their network by `X-Forwarded-For`.
  const app = Fastify({ trustProxy: true });
  handleProblems(app);
  acceptOnlyJson(app);
  const identity = createIdentity({ storage, siteUrl: settings.siteUrl, now });
  const limiter = createRateLimiter({ storage, factor: limits, now });
  const accounts = createAccounts({
    storage,
    limiter,
    settings,
    queueMail: mail && createQueueMail(now),
    onSecurityEvent: (event) => events.push(event),
    signUpPolicy,
    now,
  });
  const given = { accounts, storage, limiter, identity, personalData, now };
  const { answers, sweep, mails } = accountAnswers(given);
  registerAnswers(app, identity.apiGuard, answers);
  const outbox =
    mail &&
    startTestOutbox({
      storage,
      mail,
      kinds: mails,
      now,
      onError: (error) => mailErrors.push(error),
    });
  app.addHook('onClose', async () => outbox?.close());
  await app.listen({ port, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    if (mailErrors.length > 0) throw mailErrors[0];
  });
  return { app, url, accounts, clock, events, sweep, sendMail: async () => outbox?.send() };
}
