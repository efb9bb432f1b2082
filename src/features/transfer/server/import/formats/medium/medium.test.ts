import { expect, test } from 'vitest';
import { folderOf, readExport } from '../testing-exports.ts';

test('Medium: each page is a text, without the repeated title', async () => {
  const page = (
    body: string,
    foot: string,
  ) => `<html><head><title>x</title></head><body><article class="h-entry"><header><h1 class="p-name">Moss</h1></header>
    <section data-field="subtitle" class="p-summary">Green</section><section data-field="body" class="e-content"><section class="section section--body section--first"><div class="section-divider"><hr></div>
    <h3 class="graf graf--h3 graf--title">Moss</h3>${body}</section></section><footer>${foot}</footer></article></body></html>`;
  const foot =
    '<p class="p-tags"><a class="p-tag">Woods</a></p><a class="p-author">Mo</a><a href="https://medium.com/p/abcdef123456"><time class="dt-published" datetime="2020-02-03T04:05:06.000Z"></time></a><a href="https://medium.com/@mo/moss-abcdef123456" class="p-canonical">c</a>';
  const { system, texts, skips } = await readExport(
    folderOf({
      'posts/a.html': page(
        '<p>Soft <a href="https://medium.com/p/0123456789ab">fern</a>.</p><pre data-code-block-lang="sh">ls<br>cd</pre><figure><iframe src="https://www.youtube.com/embed/abc?feature=oembed"></iframe></figure>',
        foot,
      ),
      'posts/b.html': page(
        '<p>The same canonical address.</p><pre>\n   <code>\n      ls<br>  -a\n   </code></pre><pre><code>\n  if a:\n    b</code></pre>',
        foot,
      ),
      'posts/draft_c.html': page('<p>Later.</p>', ''),
      'profile/profile.html':
        '<h3 class="p-name">Mo</h3><ul><li>Email address: mo@woods.example</li></ul>',
    }),
  );
  expect(system).toBe('Medium');
  expect(texts).toMatchObject([
    {
      key: 'medium:abcdef123456',
      title: 'Moss',
      summary: 'Green',
      audience: 'everybody',
      tags: ['Woods'],
      state: 'published',
      authors: [{ name: 'Mo', email: 'mo@woods.example' }],
      markdown:
        'Soft [fern](https://medium.com/p/0123456789ab).\n\n```sh\nls\ncd\n```\n\nhttps://www.youtube.com/watch?v=abc',
      addresses: ['/@mo/moss-abcdef123456', '/p/abcdef123456'],
    },
    {
      key: 'medium:posts/b.html',
      state: 'published',
      markdown: 'The same canonical address.\n\n```\nls\n  -a\n```\n\n```\n  if a:\n    b\n```',
    },
    { key: 'medium:draft_c', state: 'draft', createdAt: null, markdown: 'Later.' },
  ]);
  expect(skips.map(({ name }) => name)).toEqual(['Stories that only members of Medium could read']);
});
