import { expect } from 'vitest';
import { namedPictures } from '../../../src/features/pictures/server/named-pictures.ts';
import { createFetchPublic } from '../../../src/platform/outgoing/fetch-public.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { blogsIn, exportOf, foreignText, plainPicture, run } from './testing-imports.ts';

testOnEachEngine(
  'pictures in an export are encoded again, and pictures elsewhere keep their address',
  async ({ storage }) => {
    const files = {
      'shade.png': await plainPicture(30),
      'https://old.example/held.jpg?w=1': await plainPicture(40),
      'cover.png': await plainPicture(50),
      'https://old.example/a.png?b=1&c=(2)': await plainPicture(30),
      'fake.png': Buffer.from('<!doctype html><title>No picture</title>'),
    };
    const markdown = [
      'A ![first *shade*](shade.png "Titled") and [![linked](<https://old.example/held.jpg?w=1>)](https://old.example/held.jpg?w=1).',
      '![elsewhere](https://old.example/away.jpg)',
      '![no picture](fake.png) ![nowhere [at all]](missing.png)',
      '![by name][shade]\n\n[shade]: shade.png',
      '![escaped](https://old.example/a.png?b=1\\&c=\\(2\\))',
    ].join('\n\n');
    const cover = { address: 'cover.png', alternativeText: 'A plain shade' };
    const { results } = await run(
      storage,
      exportOf([foreignText('shown', { markdown, cover })], files),
    );
    expect(results[0]?.notes).toEqual([
      '1 picture stays where it is on the web',
      expect.stringContaining('picture fake.png is not here: This file is a web page'),
      'picture missing.png is not here: the export does not hold it',
    ]);
    const [blog] = await blogsIn(storage);
    expect(blog?.image_alt).toBe('A plain shade');
    expect(namedPictures(blog?.image_url ?? '').size).toBe(1);
    const text = blog?.long_description ?? '';
    expect(namedPictures(text).size).toBe(2);
    expect(text.replace(/[0-9a-f]{32}-\d+x\d+-[0-9a-f]{6}/g, 'own')).toBe(
      [
        'A ![first *shade*](/images/uploads/own.jpg "Titled") and [![linked](/images/uploads/own.jpg)](/images/uploads/own.jpg).',
        '![elsewhere](https://old.example/away.jpg)',
        'no picture nowhere \\[at all\\]',
        '![by name][shade]\n\n[shade]: /images/uploads/own.jpg',
        '![escaped](/images/uploads/own.jpg)',
      ].join('\n\n'),
    );
    const kept = await storage.reader.selectFrom('pictures').select('owner_id').execute();
    expect(kept).toEqual([{ owner_id: null }, { owner_id: null }, { owner_id: null }]);
  },
);

testOnEachEngine(
  'an import fetches pictures only on request, and only from public addresses',
  async ({ storage }) => {
    const asked: string[] = [];
    const bytes = await plainPicture(60);
    const at = (path: string) => `![](http://old.example/${path})`;
    const markdown = [at('a.png'), at('page'), '![](https://127.0.0.1/x.png)'].join('\n');
    const text = foreignText('far', { markdown });
    const real = createFetchPublic();
    const fetchPublic: typeof real = async (url, request) => {
      if (!url.includes('old.example')) return real(url, request);
      asked.push(url);
      const type = url.endsWith('.png') ? 'image/png' : 'text/html';
      return { status: 200, headers: { 'content-type': type }, body: bytes, url };
    };
    await run(storage, exportOf([text]));
    expect((await blogsIn(storage))[0]?.long_description).toBe(markdown);
    const fetched = await run(storage, exportOf([text]), { fetchPublic });
    expect(fetched.lines).toEqual(['far | updated']);
    expect(asked).toEqual(['https://old.example/a.png', 'https://old.example/page']);
    expect(fetched.results[0]?.notes).toEqual([
      'picture http://old.example/page is not here: it is no picture',
      expect.stringMatching(/127\.0\.0\.1\/x\.png is not here: .*not an address on the public/),
    ]);
    expect(namedPictures((await blogsIn(storage))[0]?.long_description ?? '').size).toBe(1);
  },
);
