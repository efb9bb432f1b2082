import { type Answer, answer } from '../../../../identity/answer.ts';
import { recordAudit } from '../../../../identity/audit-log.ts';
import { writeAsStaff } from '../../../../identity/owners.ts';
import { isStaff, type Person, personOfRow, roleOf } from '../../../../identity/person.ts';
import { isSuspended } from '../../../../identity/suspension.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import {
  erasePersonData,
  exportPersonData,
  findPersonData,
  keepsOrder,
} from '../../contract/data-requests.ts';
import type { SecurityEventKind } from '../../contract/security-events.ts';
import type { AccountPageParts } from '../account-page-answers.ts';
import { createOverview, type FilePart, personalFile } from '../personal-file.ts';

/** Far more than real requests; it limits what a stolen session can export. */
const requestRule: RateRule = { name: 'personal-data', limit: 30, perMs: 60 * 60_000 };

/** In place of browser and network: the person doesn't learn the owner's location. */
const byOwner = { browser: 'an owner of this site', network: 'not shown' };

function findAccountOf(db: Pick<Reader, 'selectFrom'>, email: string) {
  return db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst();
}
type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountOf>>>;

/** The account of an address, for an action by an owner. Throws `keeps-order` for staff. */
async function findMember(write: Write, email: string): Promise<AccountRow | undefined> {
  const account = await findAccountOf(write.db, email);
  if (account && isStaff({ role: roleOf(account) })) throw keepsOrder();
  return account;
}

/** The audit log doesn't contain an address without an account. */
const subjectOf = (account: AccountRow | undefined) =>
  account ? { kind: 'person', id: account.id, label: '' } : { kind: 'address', id: '', label: '' };

/** Lets owners export and delete the data of people who request it. */
export function dataRequestAnswers(parts: AccountPageParts): readonly Answer[] {
  const { storage, limiter, heavyCalls, provider, personalData, securityLog, end, now } = parts;
  const { overviewOf } = createOverview(parts);
  const eventOf = (kind: SecurityEventKind, personId: string) => ({
    personId,
    kind,
    origin: byOwner,
    at: now(),
  });

  /** Performs one request: records it in the audit log and notifies the person, if there is an account. */
  async function write(
    by: Person,
    email: string,
    action: string,
    work: (write: Write, account: AccountRow | undefined) => Promise<SecurityEventKind | undefined>,
  ): Promise<AccountRow | undefined> {
    // Exclusive lock: the work depends on which account has the address.
    const { account, event } = await writeAsStaff(
      parts,
      { person: by, access: 'owner' },
      async (write) => {
        const account = await findMember(write, email);
        const kind = await work(write, account);
        const event = account && kind && eventOf(kind, account.id);
        if (event) await securityLog.note(write, event);
        await recordAudit(write, { by, action, subject: subjectOf(account), at: now() });
        return { account, event };
      },
      'all',
    );
    if (event) securityLog.notify(event);
    return account;
  }

  /**
   * All parts of a person's file. Rows stored by address are included even if it isn't verified, since the owner
   * confirms it.
   */
  function partsOf(email: string, personId: string | undefined): readonly FilePart[] {
    return personalData.flatMap((part) => {
      const { address, rowsOf } = part;
      if (address) return { ...part, rows: () => address.rowsOf(email) };
      return personId === undefined ? [] : { ...part, rows: () => rowsOf(personId) };
    });
  }

  return [
    answer(findPersonData, async ({ body: { email } }, { person }) => {
      await limiter.take(requestRule, person.id);
      const account = await findAccountOf(storage.writer, email);
      const kept: { name: string; count: number }[] = [];
      for (const { name, address } of personalData) {
        if (!address) continue;
        let count = 0;
        for await (const _row of address.rowsOf(email)) count += 1;
        kept.push({ name, count });
      }
      return {
        account: account
          ? {
              id: account.id,
              name: account.name,
              role: roleOf(account),
              since: isoOf(account.created_at),
              isSuspended: isSuspended(account, now()),
              endsAt: account.ends_at === null ? null : isoOf(account.ends_at),
            }
          : null,
        kept,
      };
    }),

    answer(exportPersonData, async ({ body: { email, password } }, exchange) => {
      const { session, person, request, reply } = exchange;
      await limiter.take(requestRule, person.id);
      await provider.confirm({ session, password, network: networkOf(request.ip) });
      let pieces: AsyncIterable<string>;
      async function* exported() {
        yield* pieces;
      }
      const file = await heavyCalls.stream(person.id, exported());
      try {
        const work = async () => 'data-exported' as const;
        const account = await write(person, email, 'person-data-exported', work);
        const overview = account ? await overviewOf(personOfRow(account)) : { address: email };
        pieces = personalFile(overview, partsOf(email, account?.id));
      } catch (error) {
        file.destroy();
        throw error;
      }
      reply.header('content-disposition', 'attachment; filename="personal-data.json"');
      return file;
    }),

    answer(erasePersonData, async ({ body: { email, password, blogs } }, exchange) => {
      const { session, person, request } = exchange;
      await limiter.take(requestRule, person.id);
      await provider.confirm({ session, password, network: networkOf(request.ip) });
      await write(person, email, 'person-data-erased', async (write, account) => {
        const stands = account !== undefined && account.ends_at === null;
        if (stands) await end.hide(write, account.id, blogs);
        for (const { address } of personalData) await address?.end(write, email);
        return stands ? 'account-deleted' : undefined;
      });
    }),
  ];
}
