import { type Answer, answer } from '../../../identity/answer.ts';
import type { Person } from '../../../identity/person.ts';
import { endSessionsOf, type Session, type Sessions } from '../../../identity/session.ts';
import { notSignedIn } from '../../../platform/contract/problems.ts';
import { networkOf } from '../../../platform/http/network-of.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import {
  deleteMyAccount,
  endMySession,
  myAccount,
  myData,
  mySessions,
  signOutEverywhere,
} from '../account-page-contract.ts';
import { sessionNotFound } from '../problems.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { PersonalData } from './personal-data.ts';

export interface AccountPageParts {
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly provider: IdentityProvider;
  readonly personalData: readonly PersonalData[];
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
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

/** The account page: what it shows, and what it lets a person do with the account. */
export function accountPageAnswers(parts: AccountPageParts): readonly Answer[] {
  return [...overviewAnswers(parts), ...endingAnswers(parts)];
}

function overviewAnswers({
  sessions,
  provider,
  personalData,
}: AccountPageParts): readonly Answer[] {
  async function overviewOf({ id, email, displayName, photoURL }: Person) {
    const facts = await provider.factsOf(id);
    if (!facts) throw notSignedIn();
    const createdAt = isoOf(facts.createdAt);
    return { id, email, displayName, photoURL, ...facts, createdAt };
  }

  return [
    answer(myAccount, (_input, { person }) => overviewOf(person)),

    answer(mySessions, async (_input, { session: current }) => {
      const list = await sessions.list(current.person.id);
      return list.map((session) => presentSession(session, current.id));
    }),

    answer(myData, async (_input, { person, reply }) => {
      const list = await sessions.list(person.id);
      const data: Record<string, unknown> = {
        account: await overviewOf(person),
        sessions: list.map((session) => presentSession(session, undefined)),
      };
      for (const part of personalData) data[part.name] = await part.collect(person.id);
      reply.header('content-disposition', 'attachment; filename="the-content-hub.json"');
      return data;
    }),
  ];
}

function endingAnswers(parts: AccountPageParts): readonly Answer[] {
  const { storage, sessions, provider, personalData } = parts;

  return [
    answer(endMySession, async ({ params }, { person }) => {
      if (!(await sessions.endOne(person.id, params.id))) throw sessionNotFound();
      return undefined;
    }),

    answer(signOutEverywhere, async (_input, { person, reply }) => {
      await storage.write(async (write) => {
        // First, because it holds the account's row: a session begun at this instant comes before and is ended.
        await provider.endTokens(write, person.id);
        await endSessionsOf(write, person.id);
      });
      reply.header('set-cookie', sessions.clearCookie());
      return undefined;
    }),

    answer(deleteMyAccount, async ({ body }, { session, request, reply }) => {
      await provider.confirm({ session, password: body.password, network: networkOf(request.ip) });
      const { id } = session.person;
      await storage.write(async (write) => {
        for (const part of personalData) await part.release(write, id, body.blogs);
        await write.db.deleteFrom('people').where('id', '=', id).execute();
        write.touch(everything);
      });
      reply.header('set-cookie', sessions.clearCookie());
      return undefined;
    }),
  ];
}
