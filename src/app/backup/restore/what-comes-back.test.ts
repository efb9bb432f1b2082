import { expect } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { removeMessage } from '../../../features/contact/server/message-store.ts';
import { personalMessages } from '../../../features/contact/server/personal-messages.ts';
import { personalSubscription } from '../../../features/newsletter/server/subscribers/personal-subscription.ts';
import { endSubscription } from '../../../features/newsletter/server/subscribers/subscriber-store.ts';
import { givenSubscribers } from '../../../features/newsletter/server/testing-newsletter.ts';
import { personalClaims } from '../../../features/ownership/server/personal-claims.ts';
import { unlimitedSuspension } from '../../../identity/suspension.ts';
import { givenMember } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { engines, testEngine } from '../../../storage/testing.ts';
import { makeBackup } from '../make-backup.ts';
import { testFolder, testPlace } from '../testing-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const idOf = (storage: Storage, title: string) =>
  allTexts(storage.writer)
    .selectFrom('blogs')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();

const suspend = (storage: Storage, id: string, until: number | null) =>
  storage.write(({ db }) =>
    db
      .updateTable('people')
      .set({ suspended_at: 1, suspended_until: until, suspension_reason: 'Spam.' })
      .where('id', '=', id)
      .execute(),
  );

const codesOf = async (storage: Storage) =>
  (await storage.writer.selectFrom('recovery_codes').select('code_hash').execute())
    .map(({ code_hash }) => code_hash)
    .toSorted();

const consent = { form: 'f', words: 'w', asked_at: 1, confirmed_at: 2 };

const giveConsent = (storage: Storage, name: string) =>
  storage.write(({ db }) =>
    db
      .insertInto('newsletter_consents')
      .values({ ...consent, id: name, email: `${name.replace(/ again$/, '')}@example.org` })
      .execute(),
  );

/** Five subscribers with their consents, three messages, and an imported author with an address. */
async function fillAddresses(storage: Storage) {
  await givenSubscribers(storage, 5);
  for (let number = 0; number < 5; number += 1) await giveConsent(storage, `reader-${number}`);
  await storage.write(async ({ db }) => {
    for (const [id, email] of [
      ['kept', 'reader-1@example.org'],
      ['deleted', 'reader-1@example.org'],
      ['erased', 'reader-2@example.org'],
    ] as const) {
      const message = { id, email, name: 'Somebody', message: 'Hello', created_at: 1 };
      await db
        .insertInto('contact_messages')
        .values({ ...message, forward_state: 'none' })
        .execute();
    }
    await db.insertInto('people').values({ id: 'author', name: 'Vera', created_at: 1 }).execute();
    await db
      .insertInto('imported_authors')
      .values({ person_id: 'author', email: 'reader-2@example.org' })
      .execute();
  });
}

/**
 * The first reader unsubscribes, the third asks to be erased, the fourth unsubscribes and comes back, and the fifth left
 * by an older version, which recorded no end.
 */
async function decideOnAddresses(storage: Storage) {
  const address = (number: number) => `reader-${number}@example.org`;
  const rejoining = { id: 'came back', email: address(3), secret: 's', created_at: 6, bounces: 0 };
  await storage.write(async (write) => {
    for (const number of [0, 3]) {
      await endSubscription(write, { email: address(number) }, 'reader', 5);
    }
    await write.db.insertInto('subscribers').values(rejoining).execute();
    await write.db.deleteFrom('subscribers').where('email', '=', address(4)).execute();
    await removeMessage(write, 'deleted', Date.now());
    for (const part of [personalSubscription, personalMessages, personalClaims]) {
      await part(storage).address?.end(write, address(2));
    }
  });
  await giveConsent(storage, 'reader-3 again');
}

async function keptUnderAddresses({ writer }: Storage) {
  const consents = await writer
    .selectFrom('newsletter_consents')
    .select(['id', 'ended_at', 'ended_by'])
    .orderBy('id')
    .execute();
  const messages = await writer
    .selectFrom('contact_messages')
    .select('id')
    .where('ends_at', 'is', null)
    .orderBy('id')
    .execute();
  const subscribers = await writer.selectFrom('subscribers').select('email').execute();
  const authors = await writer.selectFrom('imported_authors').select('person_id').execute();
  return {
    consents: consents.map(({ id, ended_at, ended_by }) => [id, ended_at !== null && ended_by]),
    messages: messages.map(({ id }) => id),
    subscribers: subscribers.map(({ email }) => email.replace('@example.org', '')).toSorted(),
    authors: authors.length,
  };
}

/** Fills a site; `decide` makes the later decisions that a restore has to respect. */
async function fill(storage: Storage) {
  const url = 'http://content-hub.test';
  await givenMember(storage, url, 'Olga', 'owner');
  const mod = await givenMember(storage, url, 'Mod', 'moderator');
  const ben = await givenMember(storage, url, 'Ben');
  const carl = await givenMember(storage, url, 'Carl');
  await givenBlogs(storage, [{ title: 'Hidden' }, { title: 'Removed' }, { title: 'Fine' }]);
  await fillAddresses(storage);
  await suspend(storage, carl.person.id, unlimitedSuspension);
  await storage.write(async ({ db }) => {
    const codes = ['used', 'left'].map((code_hash) => ({ person_id: ben.person.id, code_hash }));
    await db.insertInto('recovery_codes').values(codes).execute();
    const draft = { person_id: ben.person.id, text: '{}', base_tag: null, revision: '' };
    const place = { device: '', sequence: 1, saved_at: 1, preview_hash: 'shared' };
    await db
      .insertInto('saved_drafts')
      .values({ ...draft, ...place, key: 'draft' })
      .execute();
    await db
      .insertInto('comment_letters')
      .values({ person_id: ben.person.id, secret: 'secret', created_at: 1 })
      .execute();
    const credentials = { is_email_verified: 1, generation: 1 };
    await db
      .insertInto('credentials')
      .values({ ...credentials, person_id: ben.person.id, password_hash: 'then' })
      .execute();
  });
  const place = { person_id: ben.person.id, blog_id: (await idOf(storage, 'Fine')).id, read_at: 1 };
  const read = { share: 50, is_finished: 0, block: 1, block_hash: 1, known_blocks: '' };
  await storage.write(({ db }) =>
    db
      .insertInto('reading_places')
      .values({ ...place, ...read })
      .execute(),
  );
  const [hidden, removed] = [await idOf(storage, 'Hidden'), await idOf(storage, 'Removed')];
  const decide = async () => {
    await suspend(storage, ben.person.id, unlimitedSuspension);
    await suspend(storage, carl.person.id, null);
    await decideOnAddresses(storage);
    await storage.write(async ({ db }) => {
      await db
        .updateTable('people')
        .set({ role: 'member' })
        .where('id', '=', mod.person.id)
        .execute();
      await db.deleteFrom('recovery_codes').where('code_hash', '=', 'used').execute();
      await db.updateTable('credentials').set({ password_hash: 'since' }).execute();
      await db.updateTable('saved_drafts').set({ preview_hash: null }).execute();
      await db.deleteFrom('comment_letters').execute();
      await db
        .insertInto('stopped_histories')
        .values({ person_id: ben.person.id, stopped_at: 1 })
        .execute();
      await db.deleteFrom('reading_places').execute();
      const { id } = hidden;
      await allTexts(db)
        .updateTable('blogs')
        .set({ moderation: 'hidden' })
        .where('id', '=', id)
        .execute();
      const hold = { kind: 'blog', id, state: 'hidden', author_id: null, blog_id: id } as const;
      const report = { label: 'Hidden', label_folded: 'hidden', reason: 'Spam.', batch: null };
      await db
        .insertInto('moderation_holds')
        .values({ ...hold, ...report, created_at: 1, held_at: 1, ends_at: null })
        .execute();
      await allTexts(db).deleteFrom('blogs').where('id', '=', removed.id).execute();
      const act = { id: 'act', act: 'blog-removed', subject_kind: 'blog', subject_id: removed.id };
      await db
        .insertInto('acts')
        .values({ ...act, by_id: null, subject_label: 'Removed', reason: '', created_at: 1 })
        .execute();
    });
  };
  return { mod, ben, carl, decide };
}

async function restoreOver(engine: (typeof engines)[number], isAsItWas: boolean) {
  const place = await testPlace(engine);
  const original = await place.database.open();
  const { decide } = await fill(original);
  const { file } = await makeBackup({ ...place, folder: testFolder() });
  await decide();
  await original.close();
  const options = { ...place, file, replace: true, isAsItWas, say: () => {} };
  const { comesBack } = await restoreBackup(options);
  const storage = await place.database.open();
  const people = await storage.writer
    .selectFrom('people')
    .select(['name', 'role', 'suspended_until'])
    .where('email', 'is not', null)
    .orderBy('name')
    .execute();
  const shown = await storage.writer.selectFrom('published_blogs').select('title').execute();
  const links = await storage.writer.selectFrom('saved_drafts').select('preview_hash').execute();
  const places = await storage.writer.selectFrom('reading_places').select('blog_id').execute();
  return {
    places: places.length,
    links: links.map(({ preview_hash }) => preview_hash),
    report: comesBack.join('\n'),
    people: people.map(
      ({ name, role, suspended_until }) => `${name} ${role} ${suspended_until !== null}`,
    ),
    codes: await codesOf(storage),
    shown: shown.map(({ title }) => title).toSorted(),
    addresses: await keptUnderAddresses(storage),
  };
}

for (const engine of engines) {
  testEngine(
    engine,
    'a restore keeps suspensions, removals and used codes from after the backup',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const { report, ...state } = await restoreOver(engine, false);
      expect(state).toEqual({
        people: ['Ben member true', 'Carl member true', 'Mod member false', 'Olga owner false'],
        codes: ['left'],
        places: 0,
        links: [null],
        shown: ['Fine'],
        addresses: {
          consents: [
            ['reader-0', 'reader'],
            ['reader-1', false],
            ['reader-3', 'reader'],
            ['reader-3 again', false],
            ['reader-4', null],
          ],
          messages: ['kept'],
          subscribers: ['reader-1', 'reader-3'],
          authors: 0,
        },
      });
      expect(report).toContain(
        'Dismissed since, and still so: Mod (mod@example.org), then moderator.',
      );
      expect(report).toContain('Suspended since, and still so: Ben (ben@example.org).');
      expect(report).toContain('Suspended again, though that was lifted since: Carl');
      expect(report).toContain('1 recovery codes');
      expect(report).toContain('the password again that they had then: ben@example.org');
      expect(report).toContain('Taken down since, and still so: “Hidden”, “Removed”.');
      expect(report).toContain('3 addresses that unsubscribed since stay so.');
      expect(report).toContain('1 consents to the newsletter that were deleted since stay so.');
      expect(report).toContain('2 messages that were deleted since stay so.');
      expect(report).toContain('1 addresses of imported authors that were deleted since stay so.');
      expect(report).toContain('1 people who ended news of comments since stay without them.');
      expect(report).toContain('1 links to drafts that were ended since stay so.');
      expect(report).toContain('1 reading histories that people switched off since stay deleted.');
    },
  );
}

testEngine(
  'sqlite',
  'a restore with isAsItWas undoes later decisions and lists them',
  { timeout: 60_000 },
  async () => {
    const { report, ...state } = await restoreOver('sqlite', true);
    expect(state).toEqual({
      people: ['Ben member false', 'Carl member true', 'Mod moderator false', 'Olga owner false'],
      codes: ['left', 'used'],
      places: 1,
      links: ['shared'],
      shown: ['Fine', 'Hidden', 'Removed'],
      addresses: {
        consents: [0, 1, 2, 3, 4].map((number) => [`reader-${number}`, false]),
        messages: ['deleted', 'erased', 'kept'],
        subscribers: [0, 1, 2, 3, 4].map((number) => `reader-${number}`),
        authors: 1,
      },
    });
    expect(report).toContain('Staff again, though dismissed since: Mod (mod@example.org)');
    expect(report).toContain('No longer suspended: Ben (ben@example.org).');
    expect(report).toContain('Visible again, though taken down since: “Hidden”, “Removed”.');
    expect(report).toContain('subscribed again');
    expect(report).toContain('1 consents to the newsletter that were deleted since are back.');
    expect(report).toContain('2 messages that were deleted since are back.');
    expect(report).toContain('1 addresses of imported authors that were deleted since are back.');
  },
);

testEngine(
  'sqlite',
  'a restore without a later state lists the staff',
  { timeout: 60_000 },
  async () => {
    const place = await testPlace('sqlite');
    const original = await place.database.open();
    await fill(original);
    const { file } = await makeBackup({ ...place, folder: testFolder() });
    await original.close();
    const there = await testPlace('sqlite', false);
    const { comesBack } = await restoreBackup({ ...there, file, replace: false, say: () => {} });
    expect(comesBack.join('\n')).toContain('There is no later state of this site');
    expect(comesBack.join('\n')).toContain('owner Olga (olga@example.org), moderator Mod');
  },
);

testEngine(
  'sqlite',
  'a later backup restored over an earlier one brings back all that came between them',
  { timeout: 60_000 },
  async () => {
    const place = await testPlace('sqlite');
    const folder = testFolder();
    const original = await place.database.open();
    await givenMember(original, 'http://content-hub.test', 'Olga', 'owner');
    const { file: earlier } = await makeBackup({ ...place, folder });
    await fillAddresses(original);
    const { file: later } = await makeBackup({ ...place, folder });
    await original.close();
    const put = { ...place, replace: true, say: () => {} };
    await restoreBackup({ ...put, file: earlier });
    const { comesBack } = await restoreBackup({ ...put, file: later });
    expect(comesBack[0]).toContain('There is no later state of this site');
    const restored = await place.database.open();
    expect(await keptUnderAddresses(restored)).toMatchObject({
      messages: ['deleted', 'erased', 'kept'],
      subscribers: [0, 1, 2, 3, 4].map((number) => `reader-${number}`),
      authors: 1,
    });
    // Once it lives, it is a later state.
    await restored.write(({ db }) => db.deleteFrom('mail_hold').execute());
    await restored.close();
    const again = await restoreBackup({ ...put, file: later });
    expect(again.comesBack.join('\n')).not.toContain('There is no later state');
  },
);
