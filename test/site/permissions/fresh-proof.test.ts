import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { currentUser } from '../../../src/features/account/contract/sessions.ts';
import { hashPassword } from '../../../src/features/account/server/embedded/password-hash.ts';
import { setRole } from '../../../src/features/staff/contract/people.ts';
import { givenMember, type Member, problemOf } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const password = 'Analytical-engine';
const minuteMs = 60_000;

/** As after some time of reading: the session goes on, and the proof is as old as that. */
function signedInBefore(storage: Storage, { person }: Member, ms: number) {
  return storage.write(({ db }) =>
    db
      .updateTable('sessions')
      .set({ authenticated_at: Date.now() - ms })
      .where('person_id', '=', person.id)
      .execute(),
  );
}

testOnEachEngine(
  'a role asks for the password, or for a sign-in of a moment ago where there is none',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const olga = await givenMember(storage, url, 'Olga', 'owner');
    const mary = await givenMember(storage, url, 'Mary');
    const give = (role: 'owner' | 'moderator' | 'member', typed?: string) =>
      olga.call(setRole, {
        params: { id: mary.person.id },
        body: { role, ...(typed !== undefined && { password: typed }) },
      });
    const roleOfMary = async () => (await mary.call(currentUser, {})).body.user?.role;

    await signedInBefore(storage, olga, 20 * minuteMs);
    for (const role of ['owner', 'moderator', 'member'] as const) {
      expect(await problemOf(give(role)), role).toMatchObject({
        code: 'sign-in-again',
        status: 409,
      });
    }
    await signedInBefore(storage, olga, minuteMs);
    await give('moderator');
    expect(await roleOfMary()).toBe('moderator');

    const hash = await hashPassword(password, { network: 'test', isKnown: true });
    await storage.write(({ db }) =>
      db
        .insertInto('credentials')
        .values({
          person_id: olga.person.id,
          password_hash: hash,
          is_email_verified: 1,
          generation: 1,
        })
        .execute(),
    );
    // However young the session is.
    for (const typed of [undefined, '', 'Another-one']) {
      expect(await problemOf(give('owner', typed))).toMatchObject({
        code: 'wrong-password',
        status: 400,
      });
    }
    expect(await roleOfMary()).toBe('moderator');
    await signedInBefore(storage, olga, 20 * minuteMs);
    await give('owner', password);
    expect(await roleOfMary()).toBe('owner');
    expect((await olga.call(currentUser, {})).body.user).not.toBeNull();
  },
);
