import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findAccount, hasLinkedIdentity } from '../../../identity/account-store.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import { requirePerson } from '../../../identity/guards.ts';
import type { Session } from '../../../identity/session.ts';
import { notSignedIn } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  deleteMyAccount,
  endMySession,
  myAccount,
  myData,
  mySessions,
  signOutEverywhere,
} from '../account-page-contract.ts';
import { sessionNotFound } from '../problems.ts';
import type { PersonalData } from './personal-data.ts';

export interface AccountPageRoutesOptions {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly personalData: readonly PersonalData[];
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** The account page: what it shows, and what it lets a person do with the account. */
export function accountPageRoutes(app: FastifyInstance, options: AccountPageRoutesOptions): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'private, no-store');
    });
    overviewRoutes(scope, options);
    endingRoutes(scope, options);
  });
}

function overviewRoutes(app: FastifyInstance, options: AccountPageRoutesOptions): void {
  const { storage, personalData } = options;
  const { sessions, guard } = options.identity;

  async function overviewOf(request: FastifyRequest) {
    const person = await requirePerson(sessions, request);
    const account = await findAccount(storage.writer, person.id);
    if (!account) throw notSignedIn();
    const { id, email, displayName, photoURL } = account;
    return {
      user: { id, email, displayName, photoURL },
      hasPassword: account.passwordHash !== null,
      hasGoogle: await hasLinkedIdentity(storage.writer, id),
      isEmailVerified: account.isEmailVerified,
      createdAt: isoOf(account.createdAt),
    };
  }

  bind(app, guard, myAccount, async (_input, { request }) => {
    const { user, ...rest } = await overviewOf(request);
    return { ...user, ...rest };
  });

  bind(app, guard, mySessions, async (_input, { request }) => {
    const current = await sessions.sessionOf(request);
    const list = await sessions.list(current?.person.id ?? '');
    return list.map((session) => presentSession(session, current?.id));
  });

  bind(app, guard, myData, async (_input, { request, reply }) => {
    const { user, ...rest } = await overviewOf(request);
    const list = await sessions.list(user.id);
    const data: Record<string, unknown> = {
      account: { ...user, ...rest },
      sessions: list.map((session) => presentSession(session, undefined)),
    };
    for (const part of personalData) data[part.name] = await part.collect(user.id);
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
  const { personalData } = options;
  const { sessions, security, guard } = options.identity;

  bind(app, guard, endMySession, async ({ params }, { request }) => {
    const person = await requirePerson(sessions, request);
    if (!(await sessions.endOne(person.id, params.id))) throw sessionNotFound();
    return undefined;
  });

  bind(app, guard, signOutEverywhere, async (_input, { request, reply }) => {
    const person = await requirePerson(sessions, request);
    await security.signOutEverywhere(person.id);
    reply.header('set-cookie', sessions.clearCookie());
    return undefined;
  });

  bind(app, guard, deleteMyAccount, async ({ body }, { request, reply }) => {
    const session = await sessions.sessionOf(request);
    if (!session) throw notSignedIn();
    await security.confirm({ session, password: body.password, network: networkOf(request.ip) });
    const { id } = session.person;
    await security.deleteAccount(id, async (write) => {
      for (const part of personalData) await part.release(write, id, body.blogs);
    });
    reply.header('set-cookie', sessions.clearCookie());
    return undefined;
  });
}
