import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { listen } from '../../../src/app/testing.ts';
import { currentUser } from '../../../src/features/account/contract/sessions.ts';
import { saveAuthenticator } from '../../../src/features/account/server/factors/factor-store.ts';
import { moveText, reportedTexts } from '../../../src/features/moderation/contract/manage.ts';
import { restoreSettings, saveSettings } from '../../../src/features/settings/contract/settings.ts';
import { people, suspend } from '../../../src/features/staff/contract/people.ts';
import { staffStanding } from '../../../src/features/staff/contract/standing.ts';
import { givenMember, type Member, problemOf } from '../../../src/identity/testing.ts';
import { isForStaff } from '../../../src/platform/contract/define-endpoint.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

function addFactor(storage: Storage, { person }: Member): Promise<void> {
  const secret = 'JBSWY3DPEHPK3PXP';
  return storage.write(({ db }) =>
    saveAuthenticator(db, person.id, { secret, createdAt: Date.now() }, 1),
  );
}

const lacks = async (who: Member) => (await who.call(staffStanding, {})).body.lacksFactor;

testOnEachEngine('staff without the required second factor can’t act as staff', async (test) => {
  const { storage } = test;
  const { url } = await listen(storage);
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const otto = await givenMember(storage, url, 'Otto', 'owner');
  const ada = await givenMember(storage, url, 'Ada');
  const ask = { body: { version: 0, settings: { staffFactor: 'needed' } } } as const;
  expect(await problemOf(olga.call(saveSettings, ask))).toMatchObject({
    code: 'factor-needed',
    status: 409,
  });
  await addFactor(storage, olga);
  await olga.call(saveSettings, ask);

  const found: unknown[] = [];
  const ofStaff = [...endpoints].filter(([, { access }]) => isForStaff(access));
  for (const [name, { method, path }] of ofStaff) {
    const reply = await otto.request(path.replace(/:\w+/g, rowId()), { method });
    const { code } = (await reply.json()) as { code: string };
    found.push([name, reply.status, code]);
  }
  expect(found).toEqual(ofStaff.map(([name]) => [name, 409, 'factor-needed']));
  // Still signed in, and the reply names what is missing.
  expect((await otto.call(currentUser, {})).body.user?.role).toBe('owner');
  expect([await lacks(olga), await lacks(otto), await lacks(ada)]).toEqual([false, true, false]);
  await addFactor(storage, otto);
  expect(await lacks(otto)).toBe(false);
  await otto.call(people, { query: {} });

  // An earlier state of the settings that requires a factor can't be restored by an owner without one.
  await otto.call(saveSettings, { body: { version: 1, settings: {}, password: '' } });
  await storage.write(({ db }) => db.deleteFrom('authenticators').execute());
  const back = otto.call(restoreSettings, { body: { version: 2, to: 1 } });
  expect((await problemOf(back)).code).toBe('factor-needed');
});

testOnEachEngine('a refused call of staff is logged without an e-mail address', async (test) => {
  const { storage } = test;
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = pino({ level: 'warn' }, stream);
  const { url } = await listen(storage, {}, onTestFinished, logger);
  const mo = await givenMember(storage, url, 'Mo', 'moderator');
  const ada = await givenMember(storage, url, 'Ada');
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const body = { kind: 'blog', id: rowId(), from: 'shown', to: 'hidden' } as const;
  const target = { params: { id: olga.person.id }, body: { until: null, reason: 'Spam.' } };
  const { status } = await problemOf(ada.call(reportedTexts, { query: {} }));
  expect(status).toBe(404);
  await problemOf(mo.call(suspend, target));
  await problemOf(mo.call(suspend, target));
  await problemOf(mo.call(moveText, { body }));
  await mo.call(people, { query: {} });
  const said = lines
    .map((line) => JSON.parse(line))
    // On a slow machine there may be other log lines.
    .filter(({ call }) => call !== undefined)
    .map(({ who, call, why }) => [who, call, why]);
  expect(said).toEqual([
    [ada.person.id, 'GET /api/manage/reports', 'not-found'],
    [mo.person.id, 'PUT /api/manage/people/:id/suspension', 'owners-only'],
    [mo.person.id, 'POST /api/manage/move', 'text-not-found'],
  ]);
  expect(lines.join('')).not.toContain('@');
});
