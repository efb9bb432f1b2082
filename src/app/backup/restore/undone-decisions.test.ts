import { expect } from 'vitest';
import { backToDraft, hideOnBlog, remove } from '../../../blog/life.ts';
import { markBlog } from '../../../blog/server/held/blog-marks.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { changeBlog, changeComment } from '../../../blog/server/text-life.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { saveEmail } from '../../../features/account/server/account-store.ts';
import { closeComments } from '../../../features/comments/server/on-own-blog.ts';
import { saveContactSettings } from '../../../features/contact/server/contact-settings.ts';
import type { ProfileField } from '../../../features/pictures/contract/manage.ts';
import {
  clearField,
  putFieldBack,
} from '../../../features/pictures/server/manage/cleared-profiles.ts';
import { insertState } from '../../../features/settings/server/settings-store.ts';
import { givenMember, type Member } from '../../../identity/testing.ts';
import { createRateLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Engine, Storage } from '../../../storage/storage.ts';
import { engines, testEngine } from '../../../storage/testing.ts';
import { undoneByRestore } from '../../features.ts';
import { makeBackup } from '../make-backup.ts';
import { testFolder, testPlace } from '../testing-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const now = Date.now();
const soon = 4_000_000_000_000;
const later = 4_100_000_000_000;
const titles = ['Locked', 'Unfeatured', 'Closed', 'Deleted', 'Swept', 'Unpublished', 'Fine'];

const suspend = (storage: Storage, { person }: Member, until: number) =>
  storage.write(({ db }) =>
    db
      .updateTable('people')
      .set({ suspended_at: 1, suspended_until: until, suspension_reason: 'Spam.' })
      .where('id', '=', person.id)
      .execute(),
  );

const setBio = (storage: Storage, { person }: Member, bio: string) =>
  storage.write(({ db }) =>
    db.updateTable('people').set({ bio }).where('id', '=', person.id).execute(),
  );

/** Blogs by Ada, and comments of Ben's. */
async function fillTexts(storage: Storage, ada: Member, ben: Member) {
  await givenBlogs(
    storage,
    titles.map((title) => ({ title })),
  );
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ author_id: ada.person.id }).execute(),
  );
  const rows = await storage.writer.selectFrom('published_blogs').select(['id', 'title']).execute();
  const blogs = new Map(rows.map(({ id, title }) => [title, id]));
  const idOf = (title: string) => blogs.get(title) ?? '';
  await storage.write(async ({ db }) => {
    for (const [id, title] of [
      ['hidden', 'Fine'],
      ['deleted', 'Fine'],
      ['with its blog', 'Swept'],
    ] as const) {
      const comment = { id, blog_id: idOf(title), person_id: ben.person.id, text: 'So it is.' };
      await allTexts(db)
        .insertInto('comments')
        .values({ ...comment, created_at: 1 })
        .execute();
    }
  });
  return idOf;
}

/** Fills a site; `decide` makes the later decisions. */
async function fill(storage: Storage) {
  const url = 'http://content-hub.test';
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const ada = await givenMember(storage, url, 'Ada');
  const ben = await givenMember(storage, url, 'Ben');
  const carl = await givenMember(storage, url, 'Carl');
  for (const one of [ada, ben, carl]) await setBio(storage, one, 'Before');
  await suspend(storage, ben, soon);
  await suspend(storage, carl, later);
  const idOf = await fillTexts(storage, ada, ben);

  const limiter = createRateLimiter({ storage, factor: 0 });
  const parts = { storage, limiter, siteTexts: async () => '', now: () => now };
  const actOn = ({ person }: Member, field: ProfileField) => ({
    by: olga.person,
    personId: person.id,
    field,
  });
  async function decideOnProfiles() {
    await suspend(storage, ben, later);
    await suspend(storage, carl, soon);
    await clearField(parts, actOn(ada, 'photo'), 'An advertisement.');
    await clearField(parts, actOn(ada, 'bio'), 'Abuse.');
    // As after the retention of what was cleared.
    await storage.write(({ db }) =>
      db.deleteFrom('cleared_profiles').where('field', '=', 'bio').execute(),
    );
    await clearField(parts, actOn(ben, 'bio'), 'A mistake.');
    await putFieldBack(parts, actOn(ben, 'bio'));
    await setBio(storage, ben, 'After');
    // Staff never judged the older bio.
    await setBio(storage, carl, 'After');
    await clearField(parts, actOn(carl, 'bio'), 'Rude.');
  }
  const decide = async () => {
    await decideOnProfiles();
    await storage.write(async (write) => {
      await saveEmail(write.db, ben.person.id, 'new@example.org');
      const by = { restoredFrom: null, personId: olga.person.id, savedAt: now };
      const settings = { reading: 'members', staffFactor: 'needed' } as const;
      await insertState(write, { version: 1, settings, ...by });
      await saveContactSettings(write, { isOn: true, forwardTo: 'desk@example.org' });
      const mark = { reason: '', now };
      await markBlog(write, { ...mark, blogId: idOf('Locked'), mark: 'locked' });
      await markBlog(write, { ...mark, blogId: idOf('Unfeatured'), mark: 'unfeatured' });
      await closeComments(write, idOf('Closed'), now);
      await changeComment(write, 'hidden', hideOnBlog(now));
      await changeComment(write, 'deleted', remove(now));
      await changeBlog(write, idOf('Deleted'), remove(now));
      await changeBlog(write, idOf('Unpublished'), backToDraft);
      await allTexts(write.db).deleteFrom('blogs').where('id', '=', idOf('Swept')).execute();
    });
  };
  return { decide };
}

async function stateOf({ writer }: Storage) {
  const people = await writer
    .selectFrom('people')
    .select(['name', 'bio', 'photo_url', 'suspended_until'])
    .where('name', '!=', 'Olga')
    .orderBy('name')
    .execute();
  const cleared = await writer
    .selectFrom('cleared_profiles')
    .select(['field', 'reason'])
    .orderBy('field')
    .execute();
  const marks = await writer.selectFrom('blog_marks').select('mark').orderBy('mark').execute();
  const closed = await writer.selectFrom('closed_comments').select('blog_id').execute();
  const hidden = await allTexts(writer)
    .selectFrom('comments')
    .select('id')
    .where('author_hidden_at', 'is not', null)
    .execute();
  const shown = await writer.selectFrom('published_blogs').select('title').execute();
  return {
    people: people.map(({ name, bio, photo_url, suspended_until }) => [
      name,
      bio,
      photo_url !== null,
      suspended_until,
    ]),
    cleared,
    marks: marks.map(({ mark }) => mark),
    closed: closed.length,
    hidden: hidden.map(({ id }) => id),
    shown: shown.map(({ title }) => title).toSorted(),
  };
}

async function restoreOver(engine: Engine, isAsItWas: boolean) {
  const place = await testPlace(engine);
  const original = await place.database.open();
  const { decide } = await fill(original);
  const { file } = await makeBackup({ ...place, folder: testFolder() });
  await decide();
  await original.close();
  const options = { ...place, file, replace: true, isAsItWas, say: () => {} };
  const { comesBack } = await restoreBackup(options);
  return { report: comesBack.join('\n'), ...(await stateOf(await place.database.open())) };
}

/** What is reported in both cases, as no program can tell what is right. */
function expectReverted(report: string): void {
  expect(report).toContain(
    'Suspended until the later end again, though that was shortened since: Carl',
  );
  expect(report).toContain('that they had then: ben@example.org (since then new@example.org)');
  expect(report).toContain('as they were then: who may read, second factor of staff.');
  expect(report).toContain('Settings of the contact form that were changed since');
  expect(report).toContain('since: 2 deleted blogs, 1 unpublished blogs, 1 deleted comments.');
  expect(report).not.toContain('desk@example.org');
}

for (const engine of engines) {
  testEngine(
    engine,
    'a restore keeps longer suspensions, cleared profiles, closed and hidden comments from after the backup',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const { report, ...state } = await restoreOver(engine, false);
      expect(state).toEqual({
        people: [
          ['Ada', null, false, null],
          ['Ben', 'Before', true, later],
          ['Carl', 'Before', true, later],
        ],
        cleared: [
          { field: 'bio', reason: 'Abuse.' },
          { field: 'photo', reason: 'An advertisement.' },
        ],
        marks: ['locked', 'unfeatured'],
        closed: 1,
        hidden: ['hidden'],
        shown: titles.toSorted(),
      });
      expect(report).toContain('Suspended for longer since, and still so: Ben (new@example.org).');
      expect(report).toContain('Cleared since, and still so: the bio of Ada, the photo of Ada.');
      expect(report).toContain(
        'Staff closed the comments of 1 blogs and took 1 out of the featured since, which stay so.',
      );
      expect(report).toContain('of 1 blogs and hid 1 comments since, which stay so.');
      expectReverted(report);
    },
  );
}

testEngine(
  'sqlite',
  'a restore with isAsItWas lists suspensions, profiles, comments and settings that it reverts',
  { timeout: 60_000 },
  async () => {
    const { report, ...state } = await restoreOver('sqlite', true);
    expect(state).toEqual({
      people: [
        ['Ada', 'Before', true, null],
        ['Ben', 'Before', true, soon],
        ['Carl', 'Before', true, later],
      ],
      cleared: [],
      marks: [],
      closed: 0,
      hidden: [],
      shown: titles.toSorted(),
    });
    expect(report).toContain(
      'Suspended until the earlier end again, though that was extended since: Ben (new@example.org).',
    );
    expect(report).toContain('Cleared since, and shown again: the bio of Ada, the photo of Ada.');
    expect(report).toContain('out of the featured since, which are as they were then.');
    expect(report).toContain('hid 1 comments since, which are open and visible again.');
    expectReverted(report);
  },
);

testEngine(
  'sqlite',
  'a restore without a later state says what may have come back',
  { timeout: 60_000 },
  async () => {
    const place = await testPlace('sqlite');
    const original = await place.database.open();
    await fill(original);
    const { file } = await makeBackup({ ...place, folder: testFolder() });
    await original.close();
    const there = await testPlace('sqlite', false);
    const { comesBack } = await restoreBackup({ ...there, file, replace: false, say: () => {} });
    const report = comesBack.join('\n');
    for (const undone of undoneByRestore) expect(report).toContain(undone);
    for (const kind of [
      ...['roles of staff', 'suspensions', 'accounts', 'texts', 'comments', 'pictures', 'bios'],
      ...['passwords', 'addresses', 'passkeys and apps', 'settings', 'invitations'],
      ...['links to drafts', 'unsubscribed', 'messages'],
    ]) {
      expect(report, kind).toContain(kind);
    }
  },
);
