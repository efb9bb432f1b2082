import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { onClaim } from '../../src/app/features.ts';
import { listen } from '../../src/app/testing.ts';
import { sendMessage } from '../../src/features/contact/contract/contact.ts';
import { messageList, saveContactSettings } from '../../src/features/contact/contract/manage.ts';
import {
  newsletterOverview,
  saveNewsletter,
} from '../../src/features/newsletter/contract/manage.ts';
import { subscribe } from '../../src/features/newsletter/contract/subscriptions.ts';
import { claimSite } from '../../src/features/staff/contract/claim.ts';
import { issueClaim, makeOwnerByEmail } from '../../src/features/staff/server/own-site.ts';
import { createCaller, givenMember, problemOf } from '../../src/identity/testing.ts';
import { everything, type Storage } from '../../src/storage/storage.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

const message = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };
const notInUse = 'This form is not in use';
const noNewsletter = 'This site sends no newsletter';

async function start(storage: Storage) {
  const { url } = await listen(storage);
  const visitor = createCaller(url);
  const ada = await givenMember(storage, url);
  return {
    visitor,
    ada,
    send: () => visitor.call(sendMessage, { body: message }),
    page: async () => (await visitor.request('/contact')).text(),
    ask: () => visitor.call(subscribe, { body: { email: 'ann@example.org' } }),
  };
}

testOnEachEngine(
  'the forms store nothing until the site is claimed, and then work without a mail server',
  async ({ storage }) => {
    const { ada, send, ask, page } = await start(storage);
    expect((await problemOf(send())).code).toBe('contact-off');
    expect((await problemOf(ask())).code).toBe('newsletter-off');
    const before = await page();
    expect(before).toContain('Send Message');
    expect(before).not.toContain('"letters"');

    const code = await issueClaim(storage, Date.now());
    await ada.call(claimSite, { body: { code: code ?? '' } });
    expect(await page()).toContain('"letters":{"contact":true,"newsletter":true}');
    await send();
    expect((await ask()).body).toEqual({ isSent: false });
    const { body } = await ada.call(messageList, { query: {} });
    expect(body.messages).toMatchObject([{ name: 'Ann' }]);
    expect((await ada.call(newsletterOverview, {})).body).toMatchObject({
      isOn: true,
      canSend: false,
    });

    await ada.call(saveContactSettings, { body: { isOn: false, forwardTo: '' } });
    await ada.call(saveNewsletter, { body: { isOn: false, hasDigest: false } });
    const off = await page();
    expect(off).toContain(notInUse);
    expect(off).toContain(noNewsletter);
    expect(off).not.toContain('Send Message');
    expect((await problemOf(send())).code).toBe('contact-off');
  },
);

testOnEachEngine(
  'makeOwnerByEmail switches the forms on, unless they were set or the site was claimed before',
  async ({ storage }) => {
    const { ada, ask, send, page } = await start(storage);
    const asked = { email: ada.person.email, isUnprovenEnough: true, now: Date.now(), onClaim };
    await storage.write(({ db }) =>
      db
        .insertInto('newsletter_settings')
        .values({ id: 'site', is_on: 0, digest_at: null })
        .execute(),
    );
    await makeOwnerByEmail(storage, asked);
    await send();
    expect((await problemOf(ask())).code).toBe('newsletter-off');

    // As on a site claimed under an earlier version, whose owner never switched a form on.
    await storage.write(async ({ db, touch }) => {
      await db.deleteFrom('contact_settings').execute();
      await db.deleteFrom('newsletter_settings').execute();
      touch(everything);
    });
    const off = await page();
    expect(off).toContain(notInUse);
    expect(off).toContain(noNewsletter);
    await makeOwnerByEmail(storage, asked);
    expect((await problemOf(send())).code).toBe('contact-off');
  },
);

testOnEachEngine(
  'forms that were switched off before the claim stay off after it',
  async ({ storage }) => {
    const { ada, ask, send, page } = await start(storage);
    await storage.write(async ({ db }) => {
      const off = { id: 'site', is_on: 0 };
      await db
        .insertInto('contact_settings')
        .values({ ...off, forward_to: null })
        .execute();
      await db
        .insertInto('newsletter_settings')
        .values({ ...off, digest_at: null })
        .execute();
    });
    const code = await issueClaim(storage, Date.now());
    await ada.call(claimSite, { body: { code: code ?? '' } });
    expect((await problemOf(send())).code).toBe('contact-off');
    expect((await problemOf(ask())).code).toBe('newsletter-off');
    const off = await page();
    expect(off).toContain(notInUse);
    expect(off).toContain(noNewsletter);
  },
);

testOnEachEngine(
  'the make-owner command switches the forms on',
  { tags: 'slow' },
  async ({ storage, options }) => {
    const { ada, ask, send } = await start(storage);
    const script = path.resolve(import.meta.dirname, '../../src/app/commands/make-owner.ts');
    const { status } = spawnSync(process.execPath, [script, ada.person.email, '--anyway'], {
      env: { DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl ?? '' },
    });
    expect(status).toBe(0);
    await send();
    expect((await ask()).body).toEqual({ isSent: false });
  },
);
