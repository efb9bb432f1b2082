import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { oneBlog } from '../../../src/blog/contract.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { hideComment } from '../../../src/features/comments/contract-on-own-blog.ts';
import { moveText } from '../../../src/features/moderation/contract/manage.ts';
import { plainPicture, sent } from '../../../src/features/pictures/server/testing-pictures.ts';
import { allBlogs } from '../../../src/features/search/contract.ts';
import { acts } from '../../../src/features/staff/contract/audit.ts';
import {
  type ExportForm,
  exportForms,
  exportSite,
} from '../../../src/features/transfer/contract.ts';
import { unzip } from '../../../src/features/transfer/server/export/testing-unzip.ts';
import { takeBlogBack } from '../../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { createCaller, givenMember, type Member } from '../../../src/identity/testing.ts';
import { addressOf } from '../../../src/platform/contract/call-api.ts';
import { ownPictureAddress } from '../../../src/platform/text/own-picture.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { createTestDatabase, testOnEachEngine } from '../../../src/storage/testing.ts';
import { newFolder, publicSite, runCommand } from '../marked/marked-sites.ts';

const text = {
  title: 'A <b>title</b> & "more"',
  imageUrl: 'https://pictures.example/a.webp',
  category: 'Travel',
  shortDescription: 'What it is <about>.',
  longDescription: 'Words, and **more** words. <script>alert(1)</script>',
} as const;

/** A site with one public text and its comment, and one of each kind of text that isn't public. */
async function filledSite(storage: Storage) {
  const site = await publicSite(storage);
  const ada = await givenMember(storage, site.url);
  const ben = await givenMember(storage, site.url, 'Ben');
  const olga = await givenMember(storage, site.url, 'Olga', 'owner');
  const { _id: id } = (await ada.call(addBlog, { body: text })).body;
  const { body: said } = await ben.call(addComment, {
    body: { blogId: id, comment: 'Well said </li> here.' },
  });
  await ada.call(addComment, {
    body: { blogId: id, comment: 'Thank **you**.', replyTo: said._id },
  });
  const below = { blogId: id, comment: 'Secret below' };
  const { body: rude } = await ben.call(addComment, { body: below });
  await ada.call(hideComment, { params: { id: rude._id } });
  const publish = async (title: string) =>
    (await ada.call(addBlog, { body: { ...text, title, longDescription: `Secret ${title}` } })).body
      ._id;
  await ada.call(takeBlogBack, { params: { id: await publish('taken back') } });
  const hidden = { kind: 'blog', id: await publish('hidden'), reason: 'Why not.' } as const;
  await olga.call(moveText, { body: { ...hidden, from: 'shown', to: 'hidden' } });
  return { ...site, ada, ben, olga, id, saidId: said._id };
}

async function archiveOf(owner: Member, form: ExportForm) {
  const reply = await owner.request(addressOf(exportSite.path, { form }));
  expect(reply.status).toBe(200);
  const files = unzip(Buffer.from(await reply.arrayBuffer()));
  return new Map([...files].map(([name, content]) => [name, content.toString()]));
}

testOnEachEngine(
  'an export contains what visitors can read, in each form, and nothing else',
  async ({ storage }) => {
    const { olga, ada, ben, id, saidId } = await filledSite(storage);
    for (const form of exportForms) {
      const all = [...(await archiveOf(olga, form))].flat().join('\n');
      expect(all).toContain('more');
      expect(all).not.toMatch(/secret|taken back|hidden/i);
      for (const { person } of [ada, ben, olga]) expect(all).not.toContain(person.email);
      expect(all).not.toContain('Olga');
    }
    const markdown = await archiveOf(olga, 'markdown');
    const [post = ''] = [...markdown.keys()].filter((name) => name.endsWith('.md'));
    expect(markdown.get(post)).toContain(text.longDescription);
    expect(JSON.parse(markdown.get(post.replace('.md', '.json')) ?? '')).toMatchObject({
      id,
      author: { name: 'Ada Lovelace' },
      comments: [
        { id: saidId, by: { name: 'Ben' }, text: 'Well said </li> here.' },
        { by: { name: 'Ada Lovelace' }, text: 'Thank **you**.', replyTo: saidId },
      ],
    });

    const pages = await archiveOf(olga, 'html');
    const page = pages.get(`blogs/${id}.html`) ?? '';
    expect(page).toContain('A &lt;b&gt;title&lt;/b&gt; &amp; &quot;more&quot;');
    expect(page).toContain('<strong>more</strong>');
    expect(page).toContain('<p>Well said &lt;/li&gt; here.</p>');
    expect(page).toContain(`<a href="#${saidId}">in reply</a><p>Thank <strong>you</strong>.</p>`);
    expect(page).not.toContain('<script');
    expect(pages.get('index.html')).toContain(`href="blogs/${id}.html"`);

    const ghost = JSON.parse((await archiveOf(olga, 'ghost')).get('ghost.json') ?? '');
    const { posts, users, posts_authors: authors } = ghost.db[0].data;
    expect(posts).toMatchObject([{ title: text.title, status: 'published' }]);
    expect(JSON.parse(posts[0].lexical).root.children[0].markdown).toBe(text.longDescription);
    expect(authors).toEqual([{ post_id: id, author_id: ada.person.id, sort_order: 0 }]);
    expect(users.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Ada Lovelace',
      'Ben',
    ]);
  },
);

testOnEachEngine('an export of the site is recorded in the audit log', async ({ storage }) => {
  const { olga } = await filledSite(storage);
  await archiveOf(olga, 'html');
  const { body } = await olga.call(acts, { query: { kind: 'site' } });
  expect(body).toMatchObject({ acts: [{ act: 'site-exported' }] });
});

testOnEachEngine(
  'the export command writes a private folder, and refuses one that is not empty',
  async (database) => {
    const { ben } = await filledSite(database.storage);
    const folder = path.join(newFolder(), 'site');
    await runCommand('export', database, folder, '--emails');
    const posts = path.join(folder, 'posts');
    const [post = ''] = readdirSync(posts).filter((name) => name.endsWith('.json'));
    expect(readFileSync(path.join(posts, post), 'utf8')).toContain(ben.person.email);
    expect(statSync(path.join(posts, post)).mode & 0o077).toBe(0);
    await expect(runCommand('export', database, folder)).rejects.toThrow(/isn't empty/);

    const archive = `${folder}.zip`;
    await runCommand('export', database, archive);
    expect([...unzip(readFileSync(archive)).keys()]).toContain('people.json');
    expect(existsSync(`${archive}.part`)).toBe(false);
  },
);

testOnEachEngine('another site imports an export with its pictures', async (database) => {
  const { url } = await publicSite(database.storage);
  const ada = await givenMember(database.storage, url);
  const olga = await givenMember(database.storage, url, 'Olga', 'owner');
  const { address } = await sent(ada, await plainPicture(20));
  const longDescription = `Words.\n\n![A field](${address})`;
  const { _id: id } = (await ada.call(addBlog, { body: { ...text, longDescription } })).body;
  const folder = path.join(newFolder(), 'site');
  const reply = await olga.request(addressOf(exportSite.path, { form: 'markdown' }));
  for (const [name, content] of unzip(Buffer.from(await reply.arrayBuffer()))) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }

  const other = await createTestDatabase(database.engine);
  await runCommand('import', other, folder);
  const storage = await other.open();
  const visitor = createCaller((await publicSite(storage)).url);
  const [blog] = (await visitor.call(allBlogs, { query: {} })).body;
  const { body: whole } = await visitor.call(oneBlog, { params: { id: blog?._id ?? '' } });
  const { body: first } = await ada.call(oneBlog, { params: { id } });
  const written = ({ title, shortDescription, category, imageUrl, createdAt }: typeof whole) => ({
    title,
    shortDescription,
    category,
    imageUrl,
    createdAt,
  });
  expect(written(whole)).toEqual(written(first));
  const [here = ''] = /\/images\/uploads\/[^)]+/.exec(whole.longDescription) ?? [];
  expect(whole.longDescription).toBe(`Words.\n\n![A field](${here})`);
  const kept = await storage.reader.selectFrom('pictures').select('name').execute();
  expect(kept.map(({ name }) => ownPictureAddress({ name }))).toEqual([here]);
});
