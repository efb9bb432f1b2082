import { expect, test } from 'vitest';
import { fileOf, folderOf, readExport, zipOf } from '../testing-exports.ts';

test('Hugo: front matter, shortcodes, bundles and addresses are read', async () => {
  const { system, texts, skips } = await readExport(
    folderOf({
      'hugo.toml': 'baseURL = "https://h.example/blog/"\n[permalinks]\nnews = "/:year/:slug/"\n',
      'content/posts/oak/index.md':
        '+++\ntitle = "Oak"\ndate = 2020-01-02T03:04:05Z\ntags = ["tree"]\naliases = ["/old/oak/"]\n+++\n\n![Leaf](leaf.png)\n\n{{< youtube abc_123 >}}\n\n{{< figure src="/img/x.png" alt="X" caption="Cap" >}}\n\n{{< note >}}Mind **it**.{{< /note >}}\n\n[ash]({{< ref "news/ash.md" >}}) `{{< kept >}}`\n',
      'content/posts/oak/leaf.png': 'png',
      'content/news/ash.md':
        '{\n  "title": "Ash",\n  "date": "2021-02-03",\n  "draft": true\n}\n\n{{< highlight go >}}\nx := 1\n{{< /highlight >}}\n',
      'content/posts/_index.md': '---\ntitle: All\n---\n',
      'README.md': 'not a text',
    }),
  );
  expect(system).toBe('Hugo');
  expect(texts).toMatchObject([
    {
      title: 'Ash',
      state: 'draft',
      addresses: ['/blog/2021/ash/'],
      markdown: '```go\nx := 1\n```',
    },
    {
      title: 'Oak',
      tags: ['tree'],
      createdAt: Date.UTC(2020, 0, 2, 3, 4, 5),
      addresses: ['/blog/posts/oak/', '/blog/old/oak/'],
      markdown: expect.stringContaining('![Leaf](content/posts/oak/leaf.png)'),
      notes: ['{note} is not known here: only what it enclosed was kept.'],
    },
  ]);
  const oak = texts[1]?.markdown ?? '';
  expect(oak).toContain('\n\nhttps://www.youtube.com/watch?v=abc_123\n');
  expect(oak).toContain('![X](/img/x.png "Cap")');
  expect(oak).toContain('Mind **it**.');
  expect(oak).toContain('[ash](/blog/2021/ash/) `{{< kept >}}`');
  expect(skips).toMatchObject([{ isIntended: true }]);
});

test('Jekyll: Liquid tags, drafts and addresses are read', async () => {
  const { system, texts } = await readExport(
    folderOf({
      '_config.yml': 'permalink: pretty\nbaseurl: /b\n',
      '_posts/2020-01-02-elm.md':
        '---\ntitle: Elm\ncategories: [trees]\nredirect_from: /elm.html\n---\n\n{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}\n\n[fir]({% post_url 2021-02-03-fir %}) {% include youtube.html id="abc" %}\n\n![x]({{ site.baseurl }}/img/x.png){: .wide}\n',
      '_posts/2021-02-03-fir.md': '---\ntitle: Fir\n---\n\nNeedles.\n',
      '_posts/2022-03-04-old-oak_tree.md': '---\nlayout: post\n---\n\nRings.\n',
      '_posts/2022-03-05-ash.md': '---\nlayout: post\n---\n\n# Ash grey\n\nBark.\n',
      '_drafts/yew.md': '---\ntitle: Yew\n---\n\nLater.\n',
      'about.md': '---\ntitle: About\n---\n\nx\n',
    }),
  );
  expect(system).toBe('Jekyll');
  expect(texts.map(({ title, state, addresses }) => [title, state, addresses[0]])).toEqual([
    ['Yew', 'draft', undefined],
    ['Elm', 'published', '/b/trees/2020/01/02/elm/'],
    ['Fir', 'published', '/b/2021/02/03/fir/'],
    ['Old Oak Tree', 'published', '/b/2022/03/04/old-oak_tree/'],
    ['Ash grey', 'published', '/b/2022/03/05/ash/'],
  ]);
  expect(texts[1]?.addresses[1]).toBe('/b/elm.html');
  expect(texts[1]?.markdown).toBe(
    '```ruby\nputs 1\n```\n\n[fir](/b/2021/02/03/fir/) \n\nhttps://www.youtube.com/watch?v=abc\n\n![x](/img/x.png)',
  );
});

test('a readme beside a feed is no text, and a folder of readmes says what they lack', async () => {
  const feed =
    '<rss version="2.0"><channel><title>F</title><item><title>Dew</title><description>Wet.</description></item></channel></rss>';
  const beside = await readExport(folderOf({ 'feed.xml': feed, 'README.md': '# About\n' }));
  expect(beside.texts.map(({ title }) => title)).toEqual(['Dew']);
  const alone = await readExport(folderOf({ 'README.md': '# About\n' }));
  expect(alone.skips).toMatchObject([{ name: 'README.md', isIntended: false }]);
});

test('a single text about another system’s format is a text', async () => {
  const about = '---\ntitle: WXR\ndate: 2020-01-02\n---\n\n`<wp:wxr_version>`\n';
  const { system, texts } = await readExport(fileOf('wxr.md', about));
  expect([system, texts.map(({ title }) => title)]).toEqual(['Markdown files', ['WXR']]);
});

test('a first heading that repeats the title is left out, whatever its level', async () => {
  const { texts } = await readExport(
    folderOf({
      'a.md': '---\ntitle: Dew\ndate: 2020-01-02\n---\n\n## Dew\n\n## Dew\n\nWet.\n',
      'b.md': '---\ndate: 2020-01-02\n---\n\n## Rime\n\nCold.\n',
    }),
  );
  expect(texts.map(({ title, markdown }) => [title, markdown])).toEqual([
    ['Dew', '## Dew\n\nWet.'],
    ['Rime', '## Rime\n\nCold.'],
  ]);
});

test('a Markdown export of this site is read unchanged', async () => {
  const file =
    '---\ntitle: "Own"\ndate: "2020-01-02T03:04:05.000Z"\nauthor: "Mo"\ncategory: "Technology"\nimage: "/images/a.webp"\ndescription: "Short"\nformat: the-content-hub/1\n---\n\n# Own\n\n<b>kept</b> {{< x >}}\n';
  const { system, texts } = await readExport(fileOf('own.zip', await zipOf({ 'own.md': file })));
  expect(system).toBe('The Content Hub');
  expect(texts).toMatchObject([
    {
      title: 'Own',
      markdown: '# Own\n\n<b>kept</b> {{< x >}}',
      categories: ['Technology'],
      summary: 'Short',
      authors: [{ name: 'Mo' }],
    },
  ]);
});

test('a page of HTML by itself is a text if it has front matter', async () => {
  const page = '<p>Bark and <b>root</b>.</p>\n';
  const { texts } = await readExport(
    fileOf('post-2022-06-05-oak.html', `---\ntitle: Oak\nauthor: Ada\n---\n${page}`),
  );
  expect(texts).toMatchObject([
    {
      title: 'Oak',
      authors: [{ name: 'Ada' }],
      createdAt: Date.UTC(2022, 5, 5),
      markdown: 'Bark and **root**.',
    },
  ]);
  expect((await readExport(fileOf('page.html', page))).system).toBeUndefined();
});

test('tags and categories in one line are several names in Jekyll, one in Hugo', async () => {
  const text = (fields: string) => `---\ntitle: ${fields}\ndate: 2020-01-02\n---\n\nWords.\n`;
  const fields = {
    a: 'A\ntags: one two\ncategories: Alpha alpha  beta',
    b: 'B\ntags: one two, three\ncategories: [two words, beta]',
    c: 'C\ntag: one two\ncategory: two words\ncategories: left out',
  };
  const site = (folder: string) =>
    Object.entries(fields).map(([name, given]) => [`${folder}${name}.md`, text(given)]);
  const jekyll = await readExport(
    folderOf({ '_config.yml': '', ...Object.fromEntries(site('_posts/2020-01-02-')) }),
  );
  expect(
    jekyll.texts.map(({ tags, categories, addresses }) => [tags, categories, addresses[0]]),
  ).toEqual([
    [['one', 'two'], ['Alpha', 'alpha', 'beta'], '/alpha/beta/2020/01/02/a.html'],
    [['one two', 'three'], ['two words', 'beta'], '/two%20words/beta/2020/01/02/b.html'],
    [['one two'], ['left', 'out', 'two words'], '/two%20words/2020/01/02/c.html'],
  ]);
  const hugo = await readExport(
    folderOf({ 'hugo.toml': '', ...Object.fromEntries(site('content/')) }),
  );
  expect(hugo.texts[0]).toMatchObject({ tags: ['one two'], categories: ['Alpha alpha  beta'] });
});
