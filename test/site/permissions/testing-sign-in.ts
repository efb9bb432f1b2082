import type { startSession } from '../../../src/features/account/contract/sessions.ts';
import { createIdTokens } from '../../../src/features/account/server/embedded/id-tokens.ts';
import { createCaller, type Member } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';

/** The site's URL under test. */
const siteUrl = 'http://localhost:3000';

/** The ID token that every way of signing in ends with: by password, passkey, code or Google. */
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

/** The last step of a sign-in, by the call that starts a session or the one that restores a deleted account. */
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
