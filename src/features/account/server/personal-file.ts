import { z } from 'zod';
import type { Person } from '../../../identity/person.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import type { Session, Sessions } from '../../../identity/session/session.ts';
import { notSignedIn } from '../../../platform/contract/problems.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { myAccount, mySecurityEvents, mySessions } from '../contract/account-page.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { findSecurityEvents } from './security/security-events.ts';

/** Characters of a chunk that is sent; a longer row is a chunk of its own. */
const pieceLength = 64 * 1_024;

/** Rows of one kind, by name. */
export interface FilePart extends Pick<PersonalData, 'name' | 'row'> {
  readonly rows: () => AsyncIterable<unknown>;
}

async function* jsonPieces(
  overview: Readonly<Record<string, unknown>>,
  parts: readonly FilePart[],
): AsyncGenerator<string> {
  yield JSON.stringify(overview).slice(0, -1);
  for (const { name, row, rows } of parts) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const value of rows()) {
      yield `${separator}${JSON.stringify(row.parse(value))}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

/** A file of a person's data: `overview`, which is never empty, then the rows of each part. */
export async function* personalFile(
  overview: Readonly<Record<string, unknown>>,
  parts: readonly FilePart[],
): AsyncGenerator<string> {
  let piece = '';
  for await (const text of jsonPieces(overview, parts)) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

export function presentSession(
  session: Omit<Session, 'person' | 'expiresAt'>,
  currentId: string | undefined,
) {
  return {
    id: session.id,
    label: session.label,
    createdAt: isoOf(session.createdAt),
    lastSeenAt: isoOf(session.lastSeenAt),
    isCurrent: session.id === currentId,
  };
}

/** The first part of the file of a person with an account. */
const overviewSchema = z.object({
  account: myAccount.reply,
  sessions: mySessions.reply,
  securityEvents: mySecurityEvents.reply,
});

async function findBio(db: Reader, personId: string): Promise<string> {
  const row = await db
    .selectFrom('people')
    .select('bio')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.bio ?? '';
}

interface OverviewParts {
  readonly storage: Storage;
  readonly sessions: Pick<Sessions, 'list'>;
  readonly provider: Pick<IdentityProvider, 'factsOf'>;
}

/** The account page's data about a person. */
export function createOverview({ storage, sessions, provider }: OverviewParts) {
  async function accountOf({ id, email, displayName, photoURL, role }: Person) {
    const facts = await provider.factsOf(id);
    if (!facts) throw notSignedIn();
    const createdAt = isoOf(facts.createdAt);
    const bio = await findBio(storage.writer, id);
    return { id, email, displayName, photoURL, role, ...facts, createdAt, bio };
  }

  async function eventsOf({ id }: Pick<Person, 'id'>) {
    const rows = await findSecurityEvents(storage.writer, id);
    return rows.map(({ created_at, ...row }) => ({ ...row, at: isoOf(created_at) }));
  }

  return {
    accountOf,
    eventsOf,
    /** The first part of the person's file. */
    async overviewOf(person: Person) {
      const list = await sessions.list(person.id);
      return overviewSchema.parse({
        account: await accountOf(person),
        sessions: list.map((session) => presentSession(session, undefined)),
        securityEvents: await eventsOf(person),
      });
    },
  };
}
