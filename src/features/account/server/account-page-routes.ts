import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/create-identity.ts';
import { requirePerson, requireSession } from '../../../identity/guards.ts';
import type { Person } from '../../../identity/person.ts';
import { endSessionsOf, type Session } from '../../../identity/session.ts';
import { problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import { privateRoutes } from '../../../platform/http/private-routes.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import {
  deleteMyAccount,
  endMySession,
  myAccount,
  myData,
  mySessions,
  signOutEverywhere,
} from '../account-page-contract.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { PersonalData } from './personal-data.ts';

export interface AccountPageRoutesOptions {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly provider: IdentityProvider;
  readonly personalData: readonly PersonalData[];
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** The account page: what it shows, and what it lets a person do with the account. */
export function accountPageRoutes(app: FastifyInstance, options: AccountPageRoutesOptions): void {
  privateRoutes(app, (scope) => {
    overviewRoutes(scope, options);
    endingRoutes(scope, options);
  });
}

function overviewRoutes(app: FastifyInstance, options: AccountPageRoutesOptions): void {
  const { provider, personalData } = options;
  const { sessions, guard } = options.identity;

  async function overviewOf({ id, email, displayName, photoURL }: Person) {
    const facts = await provider.factsOf(id);
    if (!facts) throw problem('not-signed-in');
    const createdAt = isoOf(facts.createdAt);
    return { id, email, displayName, photoURL, ...facts, createdAt };
  }

  bind(app, guard, myAccount, async (_input, { request }) =>
    overviewOf(await requirePerson(sessions, request)),
  );

  bind(app, guard, mySessions, async (_input, { request }) => {
    const current = await requireSession(sessions, request);
    const list = await sessions.list(current.person.id);
    return list.map((session) => presentSession(session, current.id));
  });

  bind(app, guard, myData, async (_input, { request, reply }) => {
    const person = await requirePerson(sessions, request);
    const list = await sessions.list(person.id);
    const data: Record<string, unknown> = {
      account: await overviewOf(person),
      sessions: list.map((session) => presentSession(session, undefined)),
    };
    for (const part of personalData) data[part.name] = await part.collect(person.id);
    reply.header('content-disposition', 'attachment; filename="the-content-hub.json"');
    return data;
  });
}

function presentSession(session: Omit<Session, 'person'>, currentId: string | undefined) {
  return {
    id: session.id,
    label: session.label,
    createdAt: isoOf(session.createdAt),
    lastSeenAt: isoOf(session.lastSeenAt),
    isCurrent: session.id === currentId,
  };
}

function endingRoutes(app: FastifyInstance, options: AccountPageRoutesOptions): void {
  const { storage, provider, personalData } = options;
  const { sessions, guard } = options.identity;

  bind(app, guard, endMySession, async ({ params }, { request }) => {
    const person = await requirePerson(sessions, request);
    if (!(await sessions.endOne(person.id, params.id))) throw problem('session-not-found');
    return undefined;
  });

  bind(app, guard, signOutEverywhere, async (_input, { request, reply }) => {
    const person = await requirePerson(sessions, request);
    await storage.write(async (write) => {
      // First, because it holds the account's row: a session begun at this instant comes before and is ended.
      await provider.endTokens(write, person.id);
      await endSessionsOf(write, person.id);
    });
    reply.header('set-cookie', sessions.clearCookie());
    return undefined;
  });

  bind(app, guard, deleteMyAccount, async ({ body }, { request, reply }) => {
    const session = await requireSession(sessions, request);
    await provider.confirm({ session, password: body.password, network: networkOf(request.ip) });
    const { id } = session.person;
    await storage.write(async (write) => {
      for (const part of personalData) await part.release(write, id, body.blogs);
      await write.db.deleteFrom('people').where('id', '=', id).execute();
      write.touch(everything);
    });
    reply.header('set-cookie', sessions.clearCookie());
    return undefined;
  });
}
