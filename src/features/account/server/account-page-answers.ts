import { type Answer, answer } from '../../../identity/answer.ts';
import { assertAnotherOwner, ownersTag } from '../../../identity/owners.ts';
import { personTag } from '../../../identity/person.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import type { HeavyCalls } from '../../../identity/quotas/heavy-calls.ts';
import { endSessionsOf, type Sessions } from '../../../identity/session/session.ts';
import { writeAs } from '../../../identity/write-as.ts';
import type { CallRequest } from '../../../platform/http/answers/answers.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';
import { everything, type Storage, type Write } from '../../../storage/storage.ts';
import {
  deleteMyAccount,
  endMySession,
  myAccount,
  myData,
  mySecurityEvents,
  mySessions,
  saveBio,
  signOutEverywhere,
} from '../contract/account-page.ts';
import { sessionNotFound } from '../contract/problems.ts';
import type { SecurityEventKind } from '../contract/security-events.ts';
import type { AccountEnd } from './account-end.ts';
import type { AccountsOptions } from './create-accounts.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { profileRule } from './limits.ts';
import { createOverview, personalFile, presentSession } from './personal-file.ts';
import { originOf } from './security/security-events.ts';
import type { SecurityLog } from './security/security-log.ts';

export interface AccountPageParts {
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly heavyCalls: HeavyCalls;
  readonly limiter: AccountsOptions['limiter'];
  readonly provider: IdentityProvider;
  readonly personalData: readonly PersonalData[];
  readonly securityLog: SecurityLog;
  readonly end: AccountEnd;
  readonly now: () => number;
}

/** The account page: an overview, and actions on the account. */
export function accountPageAnswers(parts: AccountPageParts): readonly Answer[] {
  return [...overviewAnswers(parts), bioAnswer(parts), ...endingAnswers(parts)];
}

function overviewAnswers(parts: AccountPageParts): readonly Answer[] {
  const { sessions, heavyCalls, personalData } = parts;
  const { accountOf, eventsOf, overviewOf } = createOverview(parts);
  return [
    answer(myAccount, (_input, { person }) => accountOf(person)),

    answer(mySessions, async (_input, { session: current }) => {
      const list = await sessions.list(current.person.id);
      return list.map((session) => presentSession(session, current.id));
    }),

    answer(mySecurityEvents, (_input, { person }) => eventsOf(person)),

    answer(myData, async (_input, { person, reply }) => {
      const own = personalData.map((part) => ({ ...part, rows: () => part.rowsOf(person.id) }));
      const pieces = personalFile(await overviewOf(person), own);
      const file = await heavyCalls.stream(person.id, pieces);
      reply.header('content-disposition', 'attachment; filename="the-content-hub.json"');
      return file;
    }),
  ];
}

/** Read in this write: the role may have changed since the session was read. */
async function isOwner({ db }: Write, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('role')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.role === 'owner';
}

/** The biography is stored by the site, whichever provider has the account. */
function bioAnswer({ storage, limiter }: AccountPageParts): Answer {
  return answer(saveBio, async ({ body: { bio } }, { person }) => {
    await limiter.take(profileRule, person.id);
    await writeAs(storage, person.id, async ({ db, touch }) => {
      await db
        .updateTable('people')
        .set({ bio: bio || null })
        .where('id', '=', person.id)
        .execute();
      // It is shown with everything that they wrote.
      touch(everything);
    });
    return { bio };
  });
}

function endingAnswers(parts: AccountPageParts): readonly Answer[] {
  const { storage, sessions, provider, securityLog, end, now } = parts;
  const eventOf = (kind: SecurityEventKind, personId: string, request: CallRequest) => ({
    personId,
    kind,
    origin: originOf(request),
    at: now(),
  });

  return [
    answer(endMySession, async ({ params }, { person, request }) => {
      const event = eventOf('session-ended', person.id, request);
      await storage.write(async (write) => {
        if (!(await sessions.endOne(write, person.id, params.id))) throw sessionNotFound();
        await securityLog.note(write, event);
      });
      securityLog.notify(event);
    }),

    answer(signOutEverywhere, async (_input, { person, request, reply }) => {
      const event = eventOf('sessions-ended', person.id, request);
      await storage.write(async (write) => {
        // First, because it locks the account's row: a concurrent sign-in commits before it and is ended, too.
        await provider.endTokens(write, person.id);
        await endSessionsOf(write, person.id);
        await securityLog.note(write, event);
      });
      securityLog.notify(event);
      reply.header('set-cookie', sessions.clearCookie());
    }),

    answer(deleteMyAccount, async ({ body }, { session, person, request, reply }) => {
      await provider.confirm({ session, password: body.password, network: networkOf(request.ip) });
      const event = eventOf('account-deleted', person.id, request);
      const work = async (write: Write) => {
        if (await isOwner(write, person.id)) await assertAnotherOwner(write, person.id, now());
        await end.hide(write, person.id, body.blogs);
        await securityLog.note(write, event);
      };
      await storage.write(work, { lockKeys: [personTag(person.id), ownersTag] });
      securityLog.notify(event);
      reply.header('set-cookie', sessions.clearCookie());
    }),
  ];
}
