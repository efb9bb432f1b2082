import { expect, test } from 'vitest';
import { type Member, problemOf } from '../../../../identity/testing.ts';
import { sweep } from '../../../../storage/background/sweep.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { discardDraft, oneDraft, saveDraft } from '../../drafts/contract/drafts.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { draftState, draftStates, statesMax } from '../contract.ts';
import { draftStateRetention, removedFrom, statesOfAllMax } from './draft-states.ts';

const params = { key: '01890000-0000-7000-8000-000000000000' };
const minuteMs = 60_000;

/** Saves one text after the other, as one tab does unless another device is given. */
function createWriter(ada: Member) {
  let revision: string | null = null;
  let sequence = 0;
  return async (longDescription: string, device = 'laptop') => {
    sequence += 1;
    const save = { text: { ...text, longDescription }, baseTag: null, revision, device, sequence };
    revision = (await ada.call(saveDraft, { params, body: { ...save, wordCount: 2 } })).body
      .revision;
    return revision;
  };
}

const statesOf = async (who: Member) => (await who.call(draftStates, { params })).body;

/** The texts of the draft's revisions, latest first. */
async function textsOf(who: Member): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { id } of await statesOf(who)) {
    const { body } = await who.call(draftState, { params: { ...params, id } });
    texts.push(body.text.longDescription);
  }
  return texts;
}

async function start(storage: Storage, quotas?: { textBytes: number }) {
  const site = await startBlogSite(storage, quotas && { quotas });
  const ada = await site.member();
  return { ...site, ada, write: createWriter(ada) };
}

testOnEachEngine(
  'an earlier state is kept every ten minutes of writing and after a pause, not at each save',
  async ({ storage }) => {
    const { ada, write, clock } = await start(storage);
    const began = clock.now;
    for (let minute = 0; minute <= 25; minute += 1) {
      await write(`At ${minute}`);
      clock.now += minuteMs;
    }
    expect(await textsOf(ada)).toEqual(['At 19', 'At 9']);
    const [latest] = await statesOf(ada);
    expect(latest).toMatchObject({
      title: text.title,
      wordCount: 2,
      savedAt: new Date(began + 19 * minuteMs).toISOString(),
    });
    clock.now += 60 * minuteMs;
    await write('After a walk');
    expect(await textsOf(ada)).toEqual(['At 25', 'At 19', 'At 9']);
  },
);

testOnEachEngine(
  'an earlier state is kept before a large deletion and when another device continues',
  async ({ storage }) => {
    const { ada, write } = await start(storage);
    const long = `Begin ${'word '.repeat(200)}end`;
    await write(long);
    await write(`${long}, and on`);
    expect(await textsOf(ada)).toEqual([]);
    await write('Begin end');
    expect(await textsOf(ada)).toEqual([`${long}, and on`]);
    await write('Begin end.', 'phone');
    expect(await textsOf(ada)).toEqual(['Begin end', `${long}, and on`]);
  },
);

testOnEachEngine(
  'the states of a draft belong to one person, and are deleted and restored with the draft',
  async ({ storage }) => {
    const { ada, write, member, clock } = await start(storage);
    await write('One');
    await write('Two', 'phone');
    const [state] = await statesOf(ada);
    const eve = await member('Eve');
    expect(await statesOf(eve)).toEqual([]);
    const id = state?.id ?? '';
    const peek = eve.call(draftState, { params: { ...params, id } });
    expect(await problemOf(peek)).toMatchObject({ status: 404, code: 'draft-state-not-found' });
    const made = ada.call(draftState, { params: { ...params, id: 'x' } });
    expect((await problemOf(made)).code).toBe('draft-state-not-found');

    const { body: draft } = await ada.call(oneDraft, { params });
    await ada.call(discardDraft, { params, query: {} });
    expect(await statesOf(ada)).toEqual([]);
    const again = { ...draft, revision: null, device: 'd', sequence: 1 };
    await ada.call(saveDraft, { params, body: again });
    expect(await textsOf(ada)).toEqual(['One']);
    await ada.call(discardDraft, { params, query: {} });
    await sweep(storage, draftStateRetention, clock.now + 8 * 24 * 60 * minuteMs);
    const rows = () => storage.reader.selectFrom('draft_states').select('id').execute();
    expect(await rows()).toEqual([]);

    const begin = createWriter(ada);
    await begin('Three');
    const revision = await begin('Four', 'phone');
    expect(await rows()).toHaveLength(1);
    await ada.call(addBlog, { body: { ...text, draft: { ...params, revision } } });
    expect(await rows()).toEqual([]);
  },
);

testOnBothEngines('states are limited in number and thinned with age', async ({ storage }) => {
  const { ada, write, clock } = await start(storage);
  for (let count = 0; count <= statesMax + 5; count += 1) {
    await write(`Number ${count}`);
    clock.now += 11 * minuteMs;
  }
  expect(await textsOf(ada)).toHaveLength(statesMax);
  clock.now += 40 * 24 * 60 * minuteMs;
  await write('Much later');
  // One state of that day is left, besides the latest.
  expect((await textsOf(ada)).length).toBeLessThan(4);
});

testOnEachEngine('a full account can save drafts, without states', async ({ storage }) => {
  const { ada, write } = await start(storage, { textBytes: 2_000 });
  const half = 'x'.repeat(800);
  await write(`${half} 1`);
  for (let count = 2; count < 6; count += 1) await write(`${half} ${count}`, `device-${count}`);
  expect(await textsOf(ada)).toEqual([]);
});

testOnBothEngines('the states of all drafts of a person are limited', async ({ storage }) => {
  const { ada, write } = await start(storage);
  const rows = Array.from({ length: statesOfAllMax + 5 }, (_, index) => ({
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    person_id: ada.person.id,
    key: `01890000-0000-7000-8001-${String(index).padStart(12, '0')}`,
    text: '{}',
    title: '',
    word_count: null,
    saved_at: 1,
  }));
  await storage.write(({ db }) => db.insertInto('draft_states').values(rows).execute());
  await write('One');
  await write('Two', 'phone');
  const left = await storage.writer.selectFrom('draft_states').select('id').orderBy('id').execute();
  expect(left).toHaveLength(statesOfAllMax);
  expect(left[0]?.id).toBe(rows[6]?.id);
});

test('removed characters are counted, however long the rest is', () => {
  for (const length of [0, 1, 4_095, 4_096, 4_097, 9_000]) {
    for (const around of [0, 4_096, 5_000]) {
      const [start, end] = ['a'.repeat(around), 'a'.repeat(length)];
      expect(removedFrom(`${start}bcd${end}`, `${start}${end}`), `${around} ${length}`).toBe(3);
      expect(removedFrom(`${start}bcd${end}`, `${start}e${end}`), `${around} ${length}`).toBe(3);
      expect(removedFrom(`${start}${end}`, `${start}b${end}`)).toBe(0);
    }
  }
  expect(removedFrom('a'.repeat(10_000), 'a'.repeat(9_000))).toBe(1_000);
  expect(removedFrom('', 'a')).toBe(0);
});
