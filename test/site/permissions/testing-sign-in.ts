import type { startSession } from '../../../src/features/account/contract/sessions.ts';
import { createIdTokens } from '../../../src/features/account/server/embedded/id-tokens.ts';
import { createCaller, type Member } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';

/** As the site under test calls itself. */
const siteUrl = 'http://localhost:3000';

/** What every way to sign in ends with, whatever was proved before: a password, a passkey, a code, Google. */
async function tokenOf(storage: Storage, { person }: Member): Promise<string> {
  await storage.write(({ db }) =>
    db
      .insertInto('credentials')
      .values({ person_id: person.id, password_hash: null, is_email_verified: 1, generation: 1 })
      .onConflict((conflict) => conflict.column('person_id').doNothing())
      .execute(),
  );
  const { generation: tokenVersion } = await storage.writer
    .selectFrom('credentials')
    .select('generation')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const tokens = createIdTokens({ storage, issuer: siteUrl, now: Date.now });
  return tokens.sign({
    ...person,
    subject: person.id,
    tokenVersion,
    authenticatedAt: Date.now(),
  });
}

/** The end of a sign-in, by the call that starts a session, or by the one that restores a deleted account. */
export async function signInBy(
  endpoint: typeof startSession,
  storage: Storage,
  url: string,
  member: Member,
) {
  const authorization = `Bearer ${await tokenOf(storage, member)}`;
  const input = { body: { email: member.person.email } };
  return createCaller(url).call(endpoint, input, { authorization });
}
