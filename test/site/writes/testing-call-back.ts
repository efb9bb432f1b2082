import { callAccountBack } from '../../../src/features/account/contract/sessions.ts';
import { createIdTokens } from '../../../src/features/account/server/embedded/id-tokens.ts';
import { createCaller, type Member } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';

/** The site's URL under test. */
const siteUrl = 'http://localhost:3000';

/** An ID token as after signing in just now. */
async function tokenOf(storage: Storage, member: Member): Promise<string> {
  const { person } = member;
  const tokens = createIdTokens({ storage, issuer: siteUrl, now: Date.now });
  const row = await storage.writer
    .selectFrom('credentials')
    .select('generation as tokenVersion')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return tokens.sign({ ...person, subject: person.id, ...row, authenticatedAt: Date.now() });
}

/** Signs in again and restores the account; resolves to the person with the new session. */
export async function restoreAccount(
  storage: Storage,
  url: string,
  member: Member,
): Promise<Member> {
  const authorization = `Bearer ${await tokenOf(storage, member)}`;
  const { person } = member;
  const input = { body: { email: person.email } };
  const reply = await createCaller(url).call(callAccountBack, input, { authorization });
  const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';');
  return { ...createCaller(url, cookie), person, cookie };
}
