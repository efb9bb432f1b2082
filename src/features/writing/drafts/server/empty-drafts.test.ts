import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { optionalNames } from '../../../../blog/fields.ts';
import { type Member, problemOf } from '../../../../identity/testing.ts';
import { up } from '../../../../storage/migrations/0049-empty-drafts.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { emptyText } from '../../common/web/draft-text.ts';
import { draftState, draftStates } from '../../history/contract.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { scheduleDraft } from '../../publishing/contract/schedule.ts';
import {
  type DraftSave,
  discardDraft,
  lastDraft,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../contract/drafts.ts';
import { makePreviewLink } from '../contract/preview-link.ts';

const key = '01890000-0000-7000-8000-000000000001';
const params = { key };
const erased = { ...emptyText, category: 'Travel', shortDescription: ' \n' };

/** Saves as one tab does: each save builds on the previous one. */
function createTab(who: Member, draftKey = key, device = 'laptop') {
  let revision: string | null = null;
  let sequence = 0;
  return async (words: DraftSave['text'], change: Partial<DraftSave> = {}) => {
    sequence += 1;
    const body = { text: words, baseTag: null, revision, device, sequence, ...change };
    revision = (await who.call(saveDraft, { params: { key: draftKey }, body })).body.revision;
    return revision;
  };
}

async function start(storage: Storage) {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const drafts = async () => (await ada.call(myDrafts, { query: {} })).body;
  const rows = () => storage.writer.selectFrom('saved_drafts').select('key').execute();
  return { ...site, ada, drafts, rows, save: createTab(ada) };
}

testOnBothEngines('a draft with its words erased is deleted and can be restarted', async (db) => {
  const { ada, drafts, rows, save } = await start(db.storage);
  await save(erased);
  expect(await rows()).toEqual([]);
  await save({ ...emptyText, title: 'Half' });
  expect(await drafts()).toHaveLength(1);
  const revision = await save(erased);
  expect(await drafts()).toEqual([]);
  expect(await rows()).toEqual([]);
  expect((await ada.call(lastDraft, {})).body.draft).toBeNull();
  // Discarding it or saving it empty again has no effect.
  await ada.call(discardDraft, { params, query: { revision } });
  await save(erased);
  await save({ ...emptyText, title: 'Whole' });
  expect(await drafts()).toMatchObject([{ key, title: 'Whole', formerTitle: null }]);

  // A tab that knows the earlier text, or missed a reply, has to read before it saves.
  const kept = await save({ ...emptyText, title: 'Whole again' });
  await save(erased);
  const phone = createTab(ada, key, 'phone');
  const late = phone({ ...emptyText, title: 'On the phone' }, { revision: kept });
  expect(await problemOf(late)).toMatchObject({ status: 412, code: 'draft-saved-elsewhere' });
  await phone({ ...emptyText, title: 'On the phone' });
  const behind = save({ ...emptyText, title: 'On the laptop' });
  expect(await problemOf(behind)).toMatchObject({ status: 412 });
  expect(await drafts()).toMatchObject([{ title: 'On the phone' }]);
});

testOnEachEngine('one field alone is a draft, and none to go on with', async (db) => {
  const { ada, drafts, save } = await start(db.storage);
  await createTab(ada, '01890000-0000-7000-8000-000000000002')({ ...emptyText, title: 'Begun' });
  const optionals = optionalNames.map((name) => ({ [name]: 'bread' }));
  for (const some of [{ imageUrl: '/images/a.webp' }, ...optionals]) {
    await save({ ...emptyText, ...some });
    expect((await drafts()).map(({ title }) => title).sort()).toEqual(['', 'Begun']);
  }
  expect((await ada.call(lastDraft, {})).body.draft?.text.title).toBe('Begun');
});

testOnBothEngines(
  'an erased draft with earlier states stays under its last title and can be restored',
  async (db) => {
    const { ada, drafts, member, rows, save, clock } = await start(db.storage);
    await save({ ...emptyText, title: 'Bread', longDescription: 'Flour' });
    clock.now += 11 * 60_000;
    await save({ ...emptyText, title: 'Bread and salt', longDescription: 'Flour, water' });
    clock.now += 11 * 60_000;
    await save(erased, { wordCount: 0 });
    expect(await drafts()).toMatchObject([
      { key, title: '', formerTitle: 'Bread and salt', wordCount: 0 },
    ]);
    expect((await ada.call(lastDraft, {})).body.draft).toBeNull();

    // Discarded and restored it still has its former title.
    const { body: draft } = await ada.call(oneDraft, { params });
    await ada.call(discardDraft, { params, query: {} });
    expect(await drafts()).toEqual([]);
    const again = { ...draft, revision: null, device: 'again', sequence: 1 };
    await ada.call(saveDraft, { params, body: again });
    expect(await drafts()).toMatchObject([{ formerTitle: 'Bread and salt' }]);
    const [state] = (await ada.call(draftStates, { params })).body;
    const id = state?.id ?? '';
    const { text: before } = (await ada.call(draftState, { params: { key, id } })).body;
    expect(before.longDescription).toBe('Flour, water');
    expect(await rows()).toHaveLength(1);

    // Another member's draft with the same key doesn't get this title.
    const eve = await member('Eve');
    await createTab(eve)({ ...emptyText, tags: 'own' });
    expect((await eve.call(myDrafts, { query: {} })).body).toMatchObject([{ formerTitle: null }]);
  },
);

testOnEachEngine('an erased draft with a schedule, link or blog stays', async (db) => {
  const { ada, rows, clock } = await start(db.storage);
  const keys = [2, 3].map((number) => `01890000-0000-7000-8000-00000000000${number}`);
  const [timed = '', linked = ''] = keys;
  const [ofTime, ofLink] = [createTab(ada, timed), createTab(ada, linked)];
  const revision = await ofTime(text);
  const publishAt = new Date(clock.now + 60 * 60_000).toISOString();
  await ada.call(scheduleDraft, { params: { key: timed }, body: { publishAt, revision } });
  await ofLink({ ...emptyText, title: 'Shown' });
  await ada.call(makePreviewLink, { params: { key: linked } });
  const { body: blog } = await ada.call(addBlog, { body: text });
  const ofBlog = createTab(ada, blog._id);
  for (const save of [ofTime, ofLink, ofBlog]) await save(erased);
  await createTab(ada)(erased, { baseTag: '"3-2026"' });
  expect((await rows()).map((row) => row.key).sort()).toEqual(
    [timed, linked, blog._id, key].sort(),
  );
});

testOnBothEngines('empty drafts of an older version are deleted', async ({ storage }) => {
  const { ada, rows } = await start(storage);
  const person_id = ada.person.id;
  const row = {
    person_id,
    title: '',
    base_tag: null,
    publish_at: null,
    revision: 'r',
    device: 'laptop',
    sequence: 1,
    saved_at: 1,
  };
  // The fields that there were then.
  const emptyThen = {
    title: '',
    imageUrl: '',
    imageAlt: '',
    category: '',
    tags: '',
    shortDescription: '',
    longDescription: '',
  };
  const json = (change: object) => JSON.stringify({ ...emptyThen, ...change });
  await storage.write(({ db }) =>
    db
      .insertInto('saved_drafts')
      .values([
        { ...row, key: 'empty', text: json({}) },
        { ...row, key: 'chosen', text: json({ category: 'Health' }) },
        { ...row, key: 'cover', text: json({ imageUrl: 'x' }) },
        { ...row, key: 'titled', text: json({ title: 'A' }), title: 'A' },
        { ...row, key: 'change', text: json({}), base_tag: '"1"' },
        { ...row, key: 'timed', text: json({}), publish_at: 9 },
        { ...row, key: 'stated', text: json({}) },
      ])
      .execute(),
  );
  const state = { id: 's', person_id, key: 'stated', text: '{}', title: 'A', word_count: null };
  await storage.write(({ db }) =>
    db
      .insertInto('draft_states')
      .values({ ...state, saved_at: 1 })
      .execute(),
  );
  await up(storage.writer as unknown as Kysely<never>);
  expect((await rows()).map(({ key: left }) => left).sort()).toEqual([
    'change',
    'cover',
    'stated',
    'timed',
    'titled',
  ]);
});
