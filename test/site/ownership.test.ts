import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { blogNotFound, oneBlog } from '../../src/blog/contract.ts';
import { text } from '../../src/blog/server/testing.ts';
import { renameInQuestion } from '../../src/features/moderation/feature.ts';
import {
  handOver,
  handOvers,
  importedAuthors,
  importedDrafts,
  takeBackHandOver,
} from '../../src/features/ownership/contract.ts';
import { claimTexts } from '../../src/features/ownership/server/claim-job.ts';
import { sharePictures } from '../../src/features/pictures/feature.ts';
import { acts } from '../../src/features/staff/contract/audit.ts';
import { publishImported } from '../../src/features/transfer/server/import/publish-imported.ts';
import { moveDrafts } from '../../src/features/writing/feature.ts';
import { updateBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member, problemOf } from '../../src/identity/testing.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../src/storage/testing.ts';
import { blogsIn, exportOf, foreignComment, foreignText, run } from './imports/testing-imports.ts';

const layout = { html: '<p>Long.</p>', wordCount: 1, undescribed: 0 } as never;

/** Imports blogs, and resolves to their ids by title. */
async function bring(
  storage: Storage,
  titles: readonly string[],
  author: { name: string; email?: string } = { name: 'Old Ada', email: 'Ada.Lovelace@Example.org' },
) {
  for (const title of titles) {
    const about = { photo: null, bio: null, ...author };
    const blog = { ...text, title, layout, author: about, createdAt: 1, sourceKey: `old:${title}` };
    await storage.write((write) => publishImported(write, blog));
  }
  return idsOf(storage);
}

async function idsOf(storage: Storage) {
  const rows = await storage.writer.selectFrom('published_blogs').select(['id', 'title']).execute();
  return new Map(rows.map(({ id, title }) => [title, id]));
}

async function authorsOf(storage: Storage) {
  const rows = await storage.writer
    .selectFrom('published_blogs')
    .innerJoin('people', 'people.id', 'published_blogs.author_id')
    .select(['published_blogs.title', 'people.name'])
    .orderBy('published_blogs.title')
    .execute();
  return rows.map(({ title, name }) => `${title}: ${name}`);
}

const claim = (storage: Storage) => {
  const handedOver: string[] = [];
  const onHandedOver = async (_write: unknown, { blogIds }: { blogIds: readonly string[] }) => {
    handedOver.push(...blogIds);
  };
  const ports = { sharePictures, moveDrafts, renameInQuestion };
  return claimTexts({ storage, ...ports, onHandedOver }).then(() => handedOver);
};

const prove = (storage: Storage, { person }: Member, isVerified: 0 | 1) =>
  storage.write(async ({ db }) => {
    const values = { person_id: person.id, is_email_verified: isVerified, generation: 1 };
    await db
      .insertInto('credentials')
      .values(values as never)
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values as never))
      .execute();
  });

testOnBothEngines(
  'imported texts become those of the account that proves the author’s e-mail address',
  async (test) => {
    const { storage } = test;
    await bring(storage, ['One', 'Two']);
    await bring(storage, ['Three'], { name: 'A. L.', email: 'ada.lovelace@example.org' });
    await bring(storage, ['Four'], { name: 'Old Ada', email: 'another@example.org' });
    const ada = await givenMember(storage, 'http://site.example');
    await prove(storage, ada, 0);
    // Anyone can create an account with another person's address.
    expect(await claim(storage)).toEqual([]);
    await prove(storage, ada, 1);
    expect(await claim(storage)).toHaveLength(3);
    const mine = ['Four: Old Ada', 'One: Ada Lovelace', 'Three: Ada Lovelace', 'Two: Ada Lovelace'];
    expect(await authorsOf(storage)).toEqual(mine);
    expect(await claim(storage)).toEqual([]);
    // A later import doesn't revert this.
    await bring(storage, ['One', 'Two']);
    expect(await authorsOf(storage)).toEqual(mine);
    const { blog_count } = await storage.writer
      .selectFrom('people')
      .select('blog_count')
      .where('id', '=', ada.person.id)
      .executeTakeFirstOrThrow();
    expect(blog_count).toBe(3);
  },
);

testOnBothEngines(
  'an owner hands imported texts over to an account, and takes them back',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const owner = await givenMember(storage, url, 'Olga Owner', 'owner');
    const ben = await givenMember(storage, url, 'Ben');
    const eve = await givenMember(storage, url, 'Eve');
    const ids = await bring(storage, ['One', 'Two', 'Three'], { name: 'Old Ada' });
    const [author] = (await owner.call(importedAuthors, { query: {} })).body.authors;
    const authorId = author?.id ?? '';
    expect(author).toMatchObject({ name: 'Old Ada', blogs: 3, hasAddress: false });
    const give = (to: string, blogId: string | null = null) =>
      owner.call(handOver, { body: { authorId, email: to, blogId } });
    const one = ids.get('One') ?? '';

    expect(await problemOf(give('nobody@example.org'))).toMatchObject({
      code: 'account-not-found',
    });
    const notImported = { authorId: ben.person.id, email: eve.person.email, blogId: null };
    expect(await problemOf(owner.call(handOver, { body: notImported }))).toMatchObject({
      code: 'imported-author-not-found',
    });
    expect((await give(' EVE@example.org ', one)).body.texts).toBe(1);
    expect(blogNotFound.is(await problemOf(give(ben.person.email, one)))).toBe(true);
    expect((await give(ben.person.email)).body.texts).toBe(2);
    const empty = { status: 409, code: 'nothing-to-hand-over' };
    expect(await problemOf(give(ben.person.email))).toMatchObject(empty);
    expect(await authorsOf(storage)).toEqual(['One: Eve', 'Three: Ben', 'Two: Ben']);

    // The new author owns the text in every respect, and the page says so.
    const page = await fetch(`${url}/api/blog/${one}`).then((reply) => reply.json());
    expect(page).toMatchObject({ author: { name: 'Eve' } });
    await eve.call(updateBlog, { params: { id: one }, body: { ...text, title: 'New' } });
    const asBen = ben.call(updateBlog, { params: { id: one }, body: text });
    expect(await problemOf(asBen)).toMatchObject({ status: 403 });

    const list = async () => (await owner.call(handOvers, {})).body;
    // What was refused is not in it.
    expect(await list()).toHaveLength(2);
    const [ofBen, ofEve] = await list();
    expect(ofBen).toMatchObject({ from: 'Old Ada', to: 'Ben', texts: 2 });
    expect(ofEve).toMatchObject({ from: 'Old Ada', to: 'Eve', texts: 1 });
    await owner.call(takeBackHandOver, { params: { id: ofBen?.id ?? '' } });
    expect(await authorsOf(storage)).toEqual(['New: Eve', 'Three: Old Ada', 'Two: Old Ada']);
    const { body } = await owner.call(acts, { query: { kind: 'hand-over' } });
    expect(body.acts.map(({ subject: { label }, canUndo }) => [label, canUndo])).toEqual([
      ['texts of Old Ada from Ben', false],
      ['texts of Old Ada to Ben', false],
      ['texts of Old Ada to Eve', true],
    ]);
    const again = owner.call(takeBackHandOver, { params: { id: ofBen?.id ?? '' } });
    expect(await problemOf(again)).toMatchObject({ code: 'hand-over-not-found' });
    expect(await list()).toHaveLength(1);
    expect((await eve.call(oneBlog, { params: { id: one } })).body.title).toBe('New');
  },
);

testOnBothEngines(
  'imported authors are those with blogs, drafts among them, and one draft can be handed over',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const owner = await givenMember(storage, url, 'Olga Owner', 'owner');
    const ben = await givenMember(storage, url, 'Ben');
    const ofElodie = { authors: [{ name: 'Élodie' }] };
    const comments = [foreignComment('1', { author: { name: 'Commenter' } })];
    await run(
      storage,
      exportOf([
        foreignText('a', { ...ofElodie, comments }),
        foreignText('b', { ...ofElodie, state: 'draft' }),
        foreignText('c', { authors: [{ name: 'Bo' }], state: 'draft' }),
      ]),
    );
    const list = async (search = '') =>
      (await owner.call(importedAuthors, { query: { search } })).body.authors;
    const [bo, elodie] = (await list()).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(await list()).toHaveLength(2);
    expect(bo).toMatchObject({ name: 'Bo', blogs: 1, drafts: 1, hasPage: false });
    expect(elodie).toMatchObject({ name: 'Élodie', blogs: 2, drafts: 1, hasPage: true });
    expect((await list('ELO')).map(({ name }) => name)).toEqual(['Élodie']);
    expect(await list('commenter')).toEqual([]);

    const draftsOf = (id: string) =>
      owner.call(importedDrafts, { params: { id }, query: {} }).then(({ body }) => body);
    const { drafts, nextCursor } = await draftsOf(elodie?.id ?? '');
    expect(drafts.map(({ title }) => title)).toEqual(['About b']);
    expect(nextCursor).toBe(null);
    expect(await problemOf(draftsOf(ben.person.id))).toMatchObject({
      code: 'imported-author-not-found',
    });
    const blogId = drafts[0]?.id ?? '';
    const body = { authorId: elodie?.id ?? '', email: ben.person.email, blogId };
    expect((await owner.call(handOver, { body })).body.texts).toBe(1);
    const given = (await blogsIn(storage)).find(({ id }) => id === blogId);
    expect(given).toMatchObject({ author_id: ben.person.id, state: 'draft' });
    expect(await list('elo')).toMatchObject([{ blogs: 1, drafts: 0 }]);
  },
);

testOnEachEngine(
  'taking a handover back leaves texts that changed hands since',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const owner = await givenMember(storage, url, 'Olga Owner', 'owner');
    const ben = await givenMember(storage, url, 'Ben');
    const eve = await givenMember(storage, url, 'Eve');
    await bring(storage, ['One', 'Two'], { name: 'Old Ada' });
    const [author] = (await owner.call(importedAuthors, { query: {} })).body.authors;
    const body = { authorId: author?.id ?? '', email: ben.person.email, blogId: null };
    await owner.call(handOver, { body });
    await storage.write(({ db }) =>
      db
        .updateTable('blogs' as never)
        .set({ author_id: eve.person.id } as never)
        .where('title' as never, '=', 'Two' as never)
        .execute(),
    );
    const [given] = (await owner.call(handOvers, {})).body;
    await owner.call(takeBackHandOver, { params: { id: given?.id ?? '' } });
    expect(await authorsOf(storage)).toEqual(['One: Old Ada', 'Two: Eve']);
  },
);
