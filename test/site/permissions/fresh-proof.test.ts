import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { currentUser } from '../../../src/features/account/contract/sessions.ts';
import { hashPassword } from '../../../src/features/account/server/embedded/password-hash.ts';
import { saveAuthenticator } from '../../../src/features/account/server/factors/factor-store.ts';
import {
  restoreSettings,
  saveSettings,
  siteSettings,
} from '../../../src/features/settings/contract/settings.ts';
import { setRole } from '../../../src/features/staff/contract/people.ts';
import { givenMember, type Member, problemOf } from '../../../src/identity/testing.ts';
import { startMailServer } from '../../../src/platform/mail/testing-mail-server.ts';
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

async function givePassword(storage: Storage, { person }: Member): Promise<void> {
  const password_hash = await hashPassword(password, { network: 'test', isKnown: true });
  const values = { person_id: person.id, password_hash, is_email_verified: 1, generation: 1 };
  await storage.write(({ db }) => db.insertInto('credentials').values(values).execute());
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

    await givePassword(storage, olga);
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

testOnEachEngine(
  'ending the need of a second factor needs the same proof, and every owner is e-mailed',
  async ({ storage }) => {
    const server = await startMailServer();
    const { smtpUrl: SMTP_URL, from: MAIL_FROM } = server.mail;
    const { url } = await listen(storage, { SMTP_URL, MAIL_FROM });
    const olga = await givenMember(storage, url, 'Olga', 'owner');
    const otto = await givenMember(storage, url, 'Otto', 'owner');
    const secret = 'JBSWY3DPEHPK3PXP';
    const factor = { secret, createdAt: Date.now() };
    await storage.write(({ db }) => saveAuthenticator(db, olga.person.id, factor, 1));
    const needed = { staffFactor: 'needed' } as const;
    await olga.call(saveSettings, { body: { version: 0, settings: needed } });
    const attempts = (typed?: string) => {
      const proof = typed === undefined ? {} : { password: typed };
      return [
        () => olga.call(saveSettings, { body: { version: 1, settings: {}, ...proof } }),
        () => olga.call(restoreSettings, { body: { version: 1, to: 0, ...proof } }),
      ];
    };

    await signedInBefore(storage, olga, 20 * minuteMs);
    for (const attempt of attempts()) {
      expect(await problemOf(attempt())).toMatchObject({
        code: 'confirmation-needed',
        status: 409,
      });
    }
    for (const attempt of attempts('')) {
      expect(await problemOf(attempt())).toMatchObject({ code: 'sign-in-again', status: 409 });
    }
    await givePassword(storage, olga);
    for (const attempt of [...attempts(''), ...attempts('Another-one')]) {
      expect(await problemOf(attempt())).toMatchObject({ code: 'wrong-password', status: 400 });
    }
    expect((await olga.call(siteSettings, {})).body).toMatchObject({
      version: 1,
      settings: needed,
    });
    // Other settings need no proof.
    const named = { version: 1, settings: { ...needed, name: 'Ink' } };
    await olga.call(saveSettings, { body: named });
    expect(server.taken).toEqual([]);
    await olga.call(restoreSettings, { body: { version: 2, to: 0, password } });
    expect((await olga.call(siteSettings, {})).body.settings).toEqual({});
    const everyOwner = [olga, otto].map(({ person }) => person.email);
    await expect.poll(() => [...server.taken].sort()).toEqual(everyOwner);
  },
);
