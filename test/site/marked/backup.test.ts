import { expect, vi } from 'vitest';
import { myAccount } from '../../../src/features/account/contract/account-page.ts';
import { oneAuthor } from '../../../src/features/authors/contract.ts';
import { oneDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import { draftState, draftStates } from '../../../src/features/writing/history/contract.ts';
import { createCaller, givenMember, givenSession } from '../../../src/identity/testing.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import {
  comment,
  commentsFor,
  foundIn,
  introduce,
  person,
  personFields,
  say,
} from './marked-people.ts';
import { publicSite, restoredSite } from './marked-sites.ts';
import {
  first,
  keepDraft,
  publishTwice,
  readBlog,
  revisionOf,
  second,
  third,
} from './marked-texts.ts';

// Runs two programs to their ends, one of which opens the database of a new site.
vi.setConfig({ testTimeout: 60_000 });

testOnEachEngine('a restored backup has each field of each text and person', async (database) => {
  const { storage } = database;
  const { url } = await publicSite(storage);
  const ada = await givenMember(storage, url);
  await introduce(ada);
  const id = await publishTwice(ada);
  await say(await givenMember(storage, url, 'Ben'), id);
  const key = rowId();
  const { revision } = await keepDraft(ada, key, second, 'one');
  await keepDraft(ada, key, third, 'another', revision);

  const restored = await restoredSite(database);
  const visitor = createCaller(restored.url);
  const again = await givenSession(restored.storage, restored.url, ada.person);
  expect(await readBlog(visitor, id)).toEqual(second);
  expect(await revisionOf(again, id)).toEqual(first);
  expect((await again.call(oneDraft, { params: { key } })).body.text).toEqual(third);
  const [state] = (await again.call(draftStates, { params: { key } })).body;
  const before = await again.call(draftState, { params: { key, id: state?.id ?? '' } });
  expect(before.body.text).toEqual(second);
  expect(await commentsFor(visitor, id)).toMatchObject([comment]);
  const author = { params: { id: ada.person.id } };
  expect(foundIn(person, (await visitor.call(oneAuthor, author)).body)).toEqual(personFields);
  expect(foundIn(person, (await again.call(myAccount, {})).body)).toEqual(personFields);
});
