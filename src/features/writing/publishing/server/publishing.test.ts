import { expect } from 'vitest';
import type { BlogTextInput } from '../../../../blog/blog-text.ts';
import { oneBlog } from '../../../../blog/contract.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { problemOf } from '../../../../identity/testing.ts';
import { tooIntricate } from '../../../../platform/markdown/layout-bounds.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { allBlogs } from '../../../search/contract.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { oneDraft, saveDraft } from '../../drafts/contract/drafts.ts';
import { deleteBlog } from '../../own-texts/contract.ts';
import { addBlog, blogRights, updateBlog } from '../contract/publishing.ts';

testOnEachEngine(
  "a published blog has the session's author and the server's time, whatever the request contains",
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    await site.member('Eve');
    const forged = {
      ...text,
      _id: 'mine',
      version: 7,
      wordCount: 9_000,
      author: { name: 'Eve', email: 'eve@example.org', photo: '/images/eve.png' },
      author_id: 'eve',
      createdAt: '2099-01-01T00:00:00.000Z',
    };
    const { body: saved, headers } = await ada.call(addBlog, { body: forged });
    expect(saved).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      wordCount: 4,
      createdAt: new Date(site.clock.now).toISOString(),
      updatedAt: new Date(site.clock.now).toISOString(),
    });
    expect(headers.get('etag')).toBe(entityTagOf(saved));
    expect(headers.get('cache-control')).toBe('private, no-store');

    const { body: blog, headers: read } = await site.visitor.call(oneBlog, {
      params: { id: saved._id },
    });
    expect(blog).toMatchObject({ ...text, ...saved, author: { name: 'Ada Lovelace' } });
    expect(read.get('etag')).toBe(headers.get('etag'));
    expect(JSON.stringify(blog)).not.toContain('@');
    const found = await site.visitor.call(allBlogs, { query: { search: 'engins' } });
    expect(found.body.map(({ _id }) => _id)).toEqual([saved._id]);
  },
);

testOnEachEngine('a retry with its key gets the same blog and reply', async ({ storage }) => {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const key = { 'idempotency-key': 'publish-1' };
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => ada.call(addBlog, { body: text }, key)),
  );
  site.clock.now += 3_600_000;
  replies.push(await ada.call(addBlog, { body: text }, key));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);

  const other = ada.call(addBlog, { body: { ...text, title: 'Another' } }, key);
  expect(await problemOf(other)).toMatchObject({ status: 409, code: 'key-used-already' });
  const eve = await site.member('Eve');
  const hers = await eve.call(addBlog, { body: text }, key);
  expect(hers.body._id).not.toBe(replies[0]?.body._id);
  // Time alone doesn't expire the key.
  site.clock.now += 400 * 24 * 3_600_000;
  const later = await ada.call(addBlog, { body: text }, key);
  expect(later.body._id).toBe(replies[0]?.body._id);
  // It expires after a day and twenty later keys.
  for (let number = 0; number < 20; number += 1) {
    const body = { ...text, title: `Number ${number}` };
    await ada.call(addBlog, { body }, { 'idempotency-key': `n-${number}` });
  }
  await ada.call(addBlog, { body: text }, { 'idempotency-key': 'n-20' });
  const anew = await ada.call(addBlog, { body: text }, key);
  expect(anew.body._id).not.toBe(replies[0]?.body._id);
});

testOnBothEngines(
  'publishing the same title and text within a minute returns the same blog, even concurrently',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => (await ada.call(addBlog, { body: text })).body._id),
    );
    expect(new Set(ids).size).toBe(1);
    const changed = await ada.call(addBlog, { body: { ...text, longDescription: 'Other.' } });
    expect(ids).not.toContain(changed.body._id);
    site.clock.now += 60_000;
    expect(ids).not.toContain((await ada.call(addBlog, { body: text })).body._id);
  },
);

testOnEachEngine(
  'what is published again within a minute with another category and other tags has those',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const first = await ada.call(addBlog, { body: { ...text, tags: 'Rust' } });
    const body = { ...text, category: 'Travel', tags: 'Zig' } as const;
    const again = await ada.call(addBlog, { body });
    expect(again.body._id).toBe(first.body._id);
    const read = await ada.call(oneBlog, { params: { id: first.body._id } });
    expect(read.body).toMatchObject({ category: 'Travel', tags: 'Zig' });
  },
);

testOnEachEngine('the tenth blog within 30 seconds gets 429', async ({ storage }) => {
  const site = await startBlogSite(storage, { limits: 1 });
  const ada = await site.member();
  const publish = (title: string) => ada.call(addBlog, { body: { ...text, title } });
  for (let count = 0; count < 9; count += 1) await publish(`Blog ${count}`);
  const refused = await problemOf(publish('One more'));
  expect(refused).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  site.clock.now += 60_000;
  await publish('One more');
});

const refusals: readonly [Partial<Record<keyof BlogTextInput, unknown>>, string][] = [
  [{ title: '   ' }, 'Title is required.'],
  [{ title: '\u200b\u200d\ufeff' }, 'Title is required.'],
  [{ title: 'x'.repeat(300) }, 'Title can have at most 200 characters.'],
  [{ title: 'a\ud800' }, "Title holds characters that can't be used."],
  [{ title: undefined }, 'Title is required.'],
  [{ title: { $ne: '' } }, 'Title is required.'],
  [{ shortDescription: '😀'.repeat(151) }, 'Short description can have at most 150 characters.'],
  [{ longDescription: '' }, 'Long description is required.'],
  [{ longDescription: 'a\u0000b' }, "Long description holds characters that can't be used."],
  [{ imageUrl: '/logout' }, 'Image URL must start with https://, http:// or /images/.'],
  [{ category: 'Sports' }, 'Category must be chosen from the list.'],
  [{ imageUrl: 'javascript:alert(1)' }, 'Image URL must start with https://, http:// or /images/.'],
  [
    { imageUrl: 'data:image/png;base64,AA' },
    'Image URL must start with https://, http:// or /images/.',
  ],
];

testOnEachEngine(
  'the server refuses invalid blog fields with the same messages as the form',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const { body: saved } = await ada.call(addBlog, { body: text });
    for (const [change, message] of refusals) {
      const body = JSON.stringify({ ...text, ...change });
      for (const [method, path] of [
        ['POST', addBlog.path],
        ['PUT', `/api/blog/${saved._id}`],
      ]) {
        const headers = { 'content-type': 'application/json' };
        const reply = await ada.request(path ?? '', { method: method ?? '', headers, body });
        expect(reply.status, message).toBe(400);
        expect(await reply.json()).toMatchObject({ code: 'invalid-input', message });
      }
    }
    const { body: blog } = await ada.call(oneBlog, { params: { id: saved._id } });
    expect(blog.version).toBe(1);
  },
);

testOnEachEngine(
  'fields at their maximum length are published, and a body over 1 MiB is refused',
  { tags: 'slow' },
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const long = {
      ...text,
      title: 'x',
      shortDescription: '😀'.repeat(150),
      longDescription: 'word '.repeat(180_000).trim(),
    };
    const { body: saved } = await ada.call(addBlog, { body: long });
    expect(saved.wordCount).toBe(180_000);
    const { body: blog } = await ada.call(oneBlog, { params: { id: saved._id } });
    expect(blog.longDescription === long.longDescription).toBe(true);

    const tooLong = { ...text, longDescription: 'x'.repeat(1_024 * 1_024) };
    const refused = await problemOf(ada.call(addBlog, { body: tooLong }));
    expect(refused).toMatchObject({ status: 413, code: 'too-large' });
  },
);

testOnEachEngine(
  'text with scripts or deep nesting is published as harmless text',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const longDescription = [
      '<script>alert(1)</script>',
      '<img src=x onerror="alert(1)">',
      '[a](javascript:alert(1)) ![b](data:image/svg+xml,<svg onload=x>)',
      `${'>'.repeat(1_000)} deep`,
    ].join('\n\n');
    const { body: saved } = await ada.call(addBlog, { body: { ...text, longDescription } });
    const { body: blog } = await site.visitor.call(oneBlog, { params: { id: saved._id } });
    expect(blog.longDescription).toBe(longDescription);
    expect(blog.longDescriptionHtml).not.toMatch(
      /<(script|img|svg)|(href|src)="(javascript|data):/,
    );
  },
);

testOnEachEngine(
  'a blog can be deleted only by its author, who confirms its title',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const eve = await site.member('Eve');
    const { body: saved } = await ada.call(addBlog, { body: text });
    const params = { id: saved._id };
    const query = { title: text.title };
    const attempts = [
      [() => eve.call(deleteBlog, { params, query }), 403, 'not-yours'],
      [
        () => ada.call(deleteBlog, { params, query: { title: 'Something' } }),
        400,
        'title-not-confirmed',
      ],
      [() => site.visitor.call(deleteBlog, { params, query }), 401, 'not-signed-in'],
    ] as const;
    for (const [attempt, status, code] of attempts) {
      expect(await problemOf(attempt())).toMatchObject({ status, code });
    }
    await ada.call(deleteBlog, { params, query: { title: ' On   engines ' } });
    for (const gone of [
      () => ada.call(deleteBlog, { params, query }),
      () => ada.call(oneBlog, { params }),
      () => ada.call(blogRights, { params }),
    ]) {
      expect(await problemOf(gone())).toMatchObject({ status: 404, code: 'blog-not-found' });
    }
    const found = await site.visitor.call(allBlogs, { query: { search: 'engines' } });
    expect(found.body).toEqual([]);
  },
);

testOnEachEngine(
  'a text that takes too long to lay out is refused for its field, and no draft is lost',
  { tags: 'slow' },
  async ({ storage }) => {
    const bounds = { cpuMsOf: (characters: number) => (characters > 1_000 ? 50 : 10_000) };
    const site = await startBlogSite(storage, { limits: 1, bounds });
    const ada = await site.member();
    const intricate = { ...text, longDescription: `> ${'a\n'.repeat(15_000)}` };
    const kept = { text: intricate, baseTag: null, revision: null, device: 'tab', sequence: 1 };
    const key = { key: 'new' };
    const { body: receipt } = await ada.call(saveDraft, { params: key, body: kept });
    const { body: saved } = await ada.call(addBlog, { body: text });
    const params = { id: saved._id };
    const draft = { key: 'new', revision: receipt.revision };
    for (const attempt of [
      () => ada.call(addBlog, { body: { ...intricate, draft } }),
      () => ada.call(updateBlog, { params, body: intricate }),
    ]) {
      expect(await problemOf(attempt())).toMatchObject({
        status: 400,
        code: 'invalid-input',
        message: tooIntricate,
        issues: [{ path: 'longDescription', message: tooIntricate }],
      });
    }
    expect((await ada.call(oneDraft, { params: key })).body.text).toEqual(
      expect.objectContaining({ longDescription: intricate.longDescription }),
    );
    expect((await ada.call(oneBlog, { params })).body).toMatchObject({ ...text, version: 1 });
    // Further attempts of this author are rate-limited, those of others aren't.
    for (let count = 0; count < 3; count += 1) {
      site.clock.now += 30_000;
      await problemOf(ada.call(updateBlog, { params, body: intricate }));
    }
    const refused = await problemOf(ada.call(updateBlog, { params, body: intricate }));
    expect(refused).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    const eve = await site.member('Eve');
    await eve.call(addBlog, { body: text });
  },
);

testOnEachEngine(
  "an invalid cover of an older version is replaced by the category's artwork",
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const author = { name: 'Eve', photo: '/images/../logout', bio: null };
    await givenBlogs(storage, [{ imageUrl: '/logout', category: 'Travel', author }]);
    const [listed] = (await site.visitor.call(allBlogs, { query: {} })).body;
    const { body: blog } = await site.visitor.call(oneBlog, { params: { id: listed?._id ?? '' } });
    for (const { imageUrl, author } of [listed, blog].filter((one) => one !== undefined)) {
      expect(imageUrl).toBe('/images/categories/travel.webp');
      expect(author?.photo).toBeNull();
    }
  },
);
