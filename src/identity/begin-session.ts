import { randomUUIDv7 } from 'node:crypto';
import { emailTaken } from '../features/account/problems.ts';
import { notSignedIn } from '../platform/contract/problems.ts';
import type { Storage, Write } from '../storage/storage.ts';
import { holdGeneration } from './account-store.ts';
import type { Identity } from './identity-provider.ts';
import type { Person } from './person.ts';
import type { RequestHead, Sessions } from './session.ts';

/** The site's own record of whom a provider vouches for; found by the provider's subject, never by e-mail. */
async function personFor({ db }: Write, identity: Identity): Promise<string> {
  const known = await db
    .selectFrom('people')
    .select('id')
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  const { generation } = identity;
  if (generation !== undefined) {
    // The site's own provider made the person at sign-up; none means that the account was deleted.
    if (known && (await holdGeneration(db, known.id, generation))) return known.id;
    throw notSignedIn();
  }
  if (known) return known.id;
  const added = await db
    .insertInto('people')
    .values({
      id: randomUUIDv7(),
      subject: identity.subject,
      email: identity.email,
      name: identity.displayName,
      photo_url: identity.photoURL,
      bio: null,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw emailTaken();
  return added.id;
}

export interface BegunSession {
  readonly user: Person;
  /** `Set-Cookie` value. */
  readonly cookie: string;
}

/** Gives a verified identity a session. Throws `not-signed-in` where the account has ended its tokens since. */
export async function beginSession(
  storage: Storage,
  sessions: Sessions,
  request: RequestHead,
  identity: Identity,
): Promise<BegunSession> {
  return storage.write(async (write) => {
    const personId = await personFor(write, identity);
    const cookie = await sessions.start(write, request, personId);
    const row = await write.db
      .selectFrom('people')
      .select(['id', 'email', 'name', 'photo_url'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    const user = {
      id: row.id,
      email: row.email ?? '',
      displayName: row.name,
      photoURL: row.photo_url,
    };
    return { user, cookie };
  });
}
