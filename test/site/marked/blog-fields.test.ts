import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import {
  type FieldValues,
  fieldNames,
  listedNames,
  mapFields,
  optionalNames,
  reviewedNames,
  rowOf,
  searchedNames,
} from '../../../src/blog/fields.ts';
import { myData } from '../../../src/features/account/contract/account-page.ts';
import { blogsOfAuthor } from '../../../src/features/authors/contract.ts';
import {
  managedBlogs,
  managedBlogText,
  moveText,
} from '../../../src/features/moderation/contract/manage.ts';
import { featuredBlogs, latestBlogs } from '../../../src/features/reading/contract/lists.ts';
import { allBlogs, searchTexts } from '../../../src/features/search/contract.ts';
import { exportForms, exportMyBlogs, exportSite } from '../../../src/features/transfer/contract.ts';
import { unzip } from '../../../src/features/transfer/server/export/testing-unzip.ts';
import { addWish, myWishes } from '../../../src/features/wishlist/contract.ts';
import { discardDraft, oneDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import {
  makePreviewLink,
  onePreview,
} from '../../../src/features/writing/drafts/contract/preview-link.ts';
import {
  blogRevision,
  draftState,
  draftStates,
} from '../../../src/features/writing/history/contract.ts';
import {
  othersBlog,
  saveOthersBlog,
  takeOthersBlogBack,
} from '../../../src/features/writing/others-texts/contract.ts';
import {
  deleteBlog,
  restoreBlog,
  takeBlogBack,
} from '../../../src/features/writing/own-texts/contract.ts';
import { myHeldBlog } from '../../../src/features/writing/publishing/contract/held.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { createCaller, givenMember } from '../../../src/identity/testing.ts';
import { paths } from '../../../src/paths.ts';
import { addressOf } from '../../../src/platform/contract/call-api.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import {
  createTestDatabase,
  testOnBothEngines,
  testOnEachEngine,
} from '../../../src/storage/testing.ts';
import { mainOf, newFolder, publicSite, runCommand } from './marked-sites.ts';
import {
  first,
  holding,
  keepDraft,
  marksIn,
  publishTwice,
  readBlog,
  revisionOf,
  second,
  third,
  wordFields,
  writtenIn,
} from './marked-texts.ts';

// Each test renders many pages.
vi.setConfig({ testTimeout: 60_000 });

testOnEachEngine(
  'a draft keeps each field, in its earlier states and by its link',
  async ({ storage }) => {
    const { url } = await publicSite(storage);
    const visitor = createCaller(url);
    const ada = await givenMember(storage, url);
    const key = rowId();
    const params = { key };
    const { revision } = await keepDraft(ada, key, first, 'one');
    await keepDraft(ada, key, second, 'another', revision);
    expect((await ada.call(oneDraft, { params })).body.text).toEqual(second);
    const [state] = (await ada.call(draftStates, { params })).body;
    const before = await ada.call(draftState, { params: { key, id: state?.id ?? '' } });
    expect(before.body.text).toEqual(first);

    const { token } = (await ada.call(makePreviewLink, { params })).body;
    const { body: preview } = await visitor.call(onePreview, { params: { token } });
    expect(marksIn('second', JSON.stringify(preview))).toEqual(wordFields);
    expect(marksIn('second', await mainOf(visitor, paths.preview.to(token)))).toEqual(wordFields);

    const { body: data } = await ada.call(myData, {});
    expect(data).toMatchObject({ drafts: [{ text: second }], draftStates: [{ text: first }] });
  },
);

testOnEachEngine('a published blog shows each field wherever it belongs', async ({ storage }) => {
  const { url } = await publicSite(storage);
  const visitor = createCaller(url);
  const ada = await givenMember(storage, url);
  const ben = await givenMember(storage, url, 'Ben');
  const id = await publishTwice(ada);
  const params = { id };
  expect(await readBlog(visitor, id)).toEqual(second);
  expect(marksIn('second', await mainOf(visitor, paths.blog.to(id)))).toEqual(wordFields);

  await ben.call(addWish, { body: { reviewId: id } });
  const listed = mapFields(listedNames, (_field, name) => second[name]);
  const ofAda = { params: { id: ada.person.id }, query: {} };
  for (const { body } of [
    await visitor.call(latestBlogs, {}),
    await visitor.call(featuredBlogs, {}),
    await visitor.call(allBlogs, { query: {} }),
    await visitor.call(blogsOfAuthor, ofAda),
    await ben.call(myWishes, { query: {} }),
  ]) {
    expect(body).toMatchObject([listed]);
    expect(marksIn('second', JSON.stringify(body))).toEqual(
      wordFields.filter((name) => name in listed),
    );
  }

  expect(await revisionOf(ada, id)).toEqual(first);
  const { body: data } = await ada.call(myData, {});
  expect(data).toMatchObject({ blogs: [rowOf(second)], blogRevisions: [rowOf(first)] });

  // A client that doesn't send an optional field leaves it unchanged.
  const known = Object.entries({ ...third, imageUrl: second.imageUrl });
  const body = Object.fromEntries(
    known.filter(([name]) => !optionalNames.some((own) => own === name)),
  );
  await ada.call(updateBlog, { params, body: body as FieldValues });
  const kept = mapFields(optionalNames, (_field, name) => second[name]);
  expect(await readBlog(visitor, id)).toEqual({ ...body, ...kept });
  // Saving an earlier text restores it.
  const { body: earlier } = await ada.call(blogRevision, { params: { id, version: '1' } });
  await ada.call(updateBlog, { params, body: writtenIn(earlier) as FieldValues });
  expect(await readBlog(visitor, id)).toEqual(first);
});

testOnEachEngine(
  'a blog that is deleted, taken back or hidden returns with each field',
  async ({ storage }) => {
    const { url } = await publicSite(storage);
    const visitor = createCaller(url);
    const ada = await givenMember(storage, url);
    const olga = await givenMember(storage, url, 'Olga', 'owner');
    const id = await publishTwice(ada);
    const params = { id };
    async function expectWhole() {
      expect(await readBlog(visitor, id)).toEqual(second);
      expect(marksIn('second', await mainOf(visitor, paths.blog.to(id)))).toEqual(wordFields);
      expect(await revisionOf(ada, id)).toEqual(first);
    }
    const expectGone = async () =>
      expect((await visitor.request(`/api/blog/${id}`)).status).toBe(404);

    await ada.call(deleteBlog, { params, query: { title: second.title } });
    await expectGone();
    expect((await ada.call(myData, {})).body).toMatchObject({
      blogs: [rowOf(second)],
      blogRevisions: [rowOf(first)],
    });
    await ada.call(restoreBlog, { params });
    await expectWhole();

    await ada.call(takeBlogBack, { params });
    await expectGone();
    expect((await ada.call(oneDraft, { params: { key: id } })).body.text).toEqual(second);
    await ada.call(discardDraft, { params: { key: id }, query: {} });
    await ada.call(restoreBlog, { params });
    const { body: draft } = await ada.call(oneDraft, { params: { key: id } });
    expect(draft.text).toEqual(second);
    const { key, revision, text } = draft;
    await ada.call(addBlog, { body: { ...(text as FieldValues), draft: { key, revision } } });
    await expectWhole();

    const move = { kind: 'blog', id, reason: 'To be looked at.' } as const;
    await olga.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    await expectGone();
    expect(writtenIn((await ada.call(myHeldBlog, { params })).body)).toEqual(second);
    expect((await ada.call(myData, {})).body).toMatchObject({
      blogs: [rowOf(second)],
      blogRevisions: [rowOf(first)],
    });
    await olga.call(moveText, { body: { ...move, from: 'hidden', to: 'shown' } });
    await expectWhole();
  },
);

testOnEachEngine(
  'an editor is given each field of a member’s blog, and saves it',
  async ({ storage }) => {
    const { url } = await publicSite(storage);
    const edda = await givenMember(storage, url, 'Edda', 'editor');
    const params = { id: await publishTwice(await givenMember(storage, url)) };
    const given = async () => writtenIn((await edda.call(othersBlog, { params })).body);
    expect(await given()).toEqual(second);
    await edda.call(saveOthersBlog, { params, body: third });
    expect(await readBlog(createCaller(url), params.id)).toEqual(third);
    await edda.call(takeOthersBlogBack, { params });
    expect(await given()).toEqual(third);
  },
);

testOnEachEngine('an export is imported with each field', async ({ storage, engine }) => {
  const { url } = await publicSite(storage);
  const ada = await givenMember(storage, url);
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  await ada.call(addBlog, { body: first });
  const { body: hidden } = await ada.call(addBlog, { body: second });
  const move = {
    kind: 'blog',
    id: hidden._id,
    from: 'shown',
    to: 'hidden',
    reason: 'Why not.',
  } as const;
  await olga.call(moveText, { body: move });
  const reply = await ada.request(exportMyBlogs.path);
  const files = [...unzip(Buffer.from(await reply.arrayBuffer()))];
  for (const isOwn of [true, false]) {
    const folder = path.join(newFolder(), 'blogs');
    mkdirSync(folder);
    for (const [name, content] of files) {
      const text = content.toString();
      // Another site says the same by the same keys.
      writeFileSync(path.join(folder, name), isOwn ? text : text.replace(/^format: .*\n/m, ''));
    }
    const other = await createTestDatabase(engine);
    await runCommand('import', other, folder);
    const elsewhere = createCaller((await publicSite(await other.open())).url);
    const { body: blogs } = await elsewhere.call(allBlogs, { query: { sort: 'oldest' } });
    const read = await Promise.all(blogs.map(({ _id }) => readBlog(elsewhere, _id)));
    expect(read).toEqual([first, second]);
  }
});

testOnEachEngine('each form of the export of the site has each field', async ({ storage }) => {
  const { url } = await publicSite(storage);
  const ada = await givenMember(storage, url);
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  await ada.call(addBlog, { body: first });
  for (const form of exportForms) {
    const reply = await olga.request(addressOf(exportSite.path, { form }));
    const files = unzip(Buffer.from(await reply.arrayBuffer())).values();
    expect(marksIn('first', [...files].join()), form).toEqual(wordFields);
  }
});

testOnEachEngine('staff see each reviewed field of a text that waits', async ({ storage }) => {
  const { url } = await publicSite(storage, { SPAM_WORDS: 'zqfirsttitleqz' });
  const ada = await givenMember(storage, url);
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  await ada.call(addBlog, { body: first });
  const { body } = await olga.call(managedBlogs, { query: { show: 'waiting' } });
  const id = body[0]?._id ?? '';
  const { body: whole } = await olga.call(managedBlogText, { params: { id } });
  expect(marksIn('first', JSON.stringify([body, whole]))).toEqual(
    expect.arrayContaining([...reviewedNames]),
  );
});

testOnEachEngine(
  'a listed spam word is found in each field that is reviewed',
  async ({ storage }) => {
    const { url } = await publicSite(storage, { SPAM_WORDS: 'zqlisted' });
    const ada = await givenMember(storage, url);
    for (const name of wordFields) {
      const body = {
        ...first,
        title: `${first.title} in ${name}`,
        [name]: holding('zqlisted', name),
      };
      const { held } = (await ada.call(addBlog, { body })).body;
      expect(held !== undefined, name).toBe(reviewedNames.includes(name));
    }
    expect((await ada.call(addBlog, { body: first })).body.held).toBeUndefined();
  },
);

testOnBothEngines(
  'a blog is found by the words of each field that is searched, once they are published',
  async ({ storage }) => {
    const { url } = await publicSite(storage);
    const visitor = createCaller(url);
    await publishTwice(await givenMember(storage, url));
    /** The fields by whose words of `text` the blog is found; words in quotation marks aren't corrected. */
    async function foundBy(text: FieldValues) {
      const found: string[] = [];
      for (const name of fieldNames) {
        const { body } = await visitor.call(searchTexts, { query: { search: `"${text[name]}"` } });
        if (body.texts.some(({ title }) => title === second.title)) found.push(name);
      }
      return found;
    }
    expect(await foundBy(second)).toEqual(searchedNames);
    expect(await foundBy(first)).toEqual([]);
  },
);
