import { createHash } from 'node:crypto';
import { rememberAuthorAddress } from '../../../../identity/imported-authors.ts';
import { isIdUntil, rowId } from '../../../../storage/row-id.ts';
import type { Write } from '../../../../storage/storage.ts';

/** A person with an id in the export. */
export interface KnownPerson {
  /** From the export, untrusted: text that isn't a valid id still distinguishes people. */
  readonly id: string;
  readonly name: string;
  readonly photo: string | null;
  readonly bio: string | null;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly email?: string | undefined;
}

/** A forged export may use one id for several people, so the key includes the name. */
export function personKey({ id, name }: Pick<KnownPerson, 'id' | 'name'>): string {
  return `${id}\n${name}`;
}

/** Ids per query. */
const atOnce = 200;
/** Candidate ids tried for a person: a forged export can occupy the first, but not the derived ones. */
const triesMax = 4;

/** Derives a replacement for an id that is taken: the same at every import. */
function idAfter(id: string): string {
  const digest = createHash('sha256').update(`imported person ${id}`).digest('hex');
  // Keeps the timestamp, by which people are sorted.
  return `${id.slice(0, 15)}${digest.slice(0, 3)}-a${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}

/** A valid id for any text: invalid ids are replaced by a digest. */
function firstIdOf({ id }: KnownPerson, now: number): string {
  return isIdUntil(id, now) ? id.toLowerCase() : idAfter(`00000000-0000-7${id}`.slice(0, 64));
}

/**
 * Finds or creates people without an account for the authors of an export; resolves to their ids here by `personKey`.
 * An id is kept if it is free. An id of an account, or of a person with another name, is never reused: a derived id is
 * tried instead.
 */
export async function knownPeople(
  write: Write,
  people: readonly KnownPerson[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  let open = [...new Map(people.map((person) => [personKey(person), person])).values()].map(
    (person) => ({
      person,
      id: firstIdOf(person, now),
    }),
  );
  for (let tries = 0; open.length > 0; tries += 1) {
    const wanted = tries < triesMax ? open : open.map((one) => ({ ...one, id: rowId() }));
    open = [];
    for (let at = 0; at < wanted.length; at += atOnce) {
      const some = wanted.slice(at, at + atOnce);
      for (const { person, id } of await settle(write, some, now)) {
        if (id === undefined) continue;
        ids.set(personKey(person), id);
      }
      open.push(
        ...some
          .filter(({ person }) => !ids.has(personKey(person)))
          .map(({ person, id }) => ({ person, id: idAfter(id) })),
      );
    }
  }
  return ids;
}

interface Wanted {
  readonly person: KnownPerson;
  readonly id: string;
}

/** Finds or creates the people with these ids; the id is undefined if it belongs to another person. */
async function settle(write: Write, wanted: readonly Wanted[], now: number) {
  const { db } = write;
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'subject', 'photo_url', 'bio'])
    .where(
      'id',
      'in',
      wanted.map(({ id }) => id),
    )
    .execute();
  const there = new Map(rows.map((row) => [row.id, row]));
  const settled: { person: KnownPerson; id: string | undefined }[] = [];
  for (const { person, id } of wanted) {
    const { name, photo: photo_url, bio, since = now } = person;
    const row = there.get(id);
    const isOther = row && (row.email !== null || row.subject !== null || row.name !== name);
    settled.push({ person, id: isOther ? undefined : id });
    if (isOther) continue;
    if (!row) {
      const created_at = Math.min(Math.max(0, since), now);
      await db.insertInto('people').values({ id, name, photo_url, bio, created_at }).execute();
      // Two people in the same batch may have one id.
      there.set(id, { id, name, photo_url, bio, email: null, subject: null });
    } else if (row.photo_url !== photo_url || row.bio !== bio) {
      await db.updateTable('people').set({ photo_url, bio }).where('id', '=', id).execute();
    }
    if (person.email) await rememberAuthorAddress(write, id, person.email);
  }
  return settled;
}
