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

/** Ages the session's proof of identity by `ms`, as reading for that long does. */
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
  'changing a role needs the password, or a recent sign-in for an account without one',
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
    // The password is needed, however recent the sign-in.
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
