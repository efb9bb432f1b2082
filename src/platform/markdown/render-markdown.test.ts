import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainParagraphs } from './plain-paragraphs.ts';
import { renderMarkdown } from './render-markdown.ts';
import { sanitizeSchema } from './sanitize-schema.ts';

const tag = /<\/?([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>/g;
const attribute = / ([a-z-]+)(?:="([^"]*)")?/g;
const allowedTags = new Set(sanitizeSchema.tagNames);
const allowedAttributes = new Set([
  ...['href', 'title', 'rel', 'aria-label', 'data-footnote-ref', 'data-footnote-backref', 'id'],
  ...['class', 'role', 'tabindex', 'src', 'alt', 'loading', 'decoding', 'referrerpolicy', 'type'],
  ...['aria-labelledby', 'dir'],
  ...['disabled', 'checked', 'start', 'data-footnotes', 'align'],
]);

/** Expects allowed tags with allowed attributes only, and no `<` outside of them. */
function expectHarmless(html: string): void {
  for (const [, name, attributes = ''] of html.matchAll(tag)) {
    expect(allowedTags).toContain(name);
    for (const [, key, value = ''] of attributes.matchAll(attribute)) {
      expect(allowedAttributes).toContain(key);
      if (key === 'href') expect(value).toMatch(/^(?:https?:\/\/|#text-|\/(?![/\\]))/i);
      if (key === 'src') expect(value).toMatch(/^(?:https?:\/\/|\/images\/)/i);
      if (key === 'id') expect(value).toMatch(/^text-/);
    }
  }
  expect(html.replace(tag, '')).not.toContain('<');
}

const snippets = fc.constantFrom(
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">',
    '<svg onload=x>',
  ],
  ...[
    '[a](javascript:alert(1))',
    '[a](JaVa&#x53;cript:x)',
    '![a](data:text/html,x)',
    '[a]: javascript:x',
    '[a]',
  ],
  ...[
    '<javascript:alert(1)>',
    '[a](//evil.example)',
    '[a](/\\evil.example)',
    '[a](vbscript:x "t")',
    'https://a.example',
  ],
  ...[
    '# ',
    '## x',
    '> ',
    '- [x] ',
    '1. ',
    '```js\n',
    '```html\n',
    '<b>"c" // d',
    '|a|b|\n|-|-|\n',
    '[^1]',
    '[^1]: n',
    '**',
    '_',
    '~~',
    '`',
    '\\',
  ],
  ...['\n', '\n\n', '    ', '<!--', '-->', '&lt;', '&#0;', '\0', '\u2028', '"', "'", '\ud800', 'x'],
);

test('any Markdown renders to harmless HTML', { tags: 'slow' }, () => {
  const text = fc
    .array(
      fc.oneof({ weight: 4, arbitrary: snippets }, fc.string({ unit: 'binary', maxLength: 8 })),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (markdown) => expectHarmless(renderMarkdown(markdown))),
    { numRuns: 500 },
  );
});

test('headings start below the h1 of the page, keep their relative levels and end at h6', () => {
  expect(renderMarkdown('# One\n\n## Two\n\n###### Six')).toBe(
    [
      '<div class="heading"><h2 id="text-one">One</h2><a class="heading-link" href="#text-one" aria-labelledby="text-one"></a></div>',
      '<div class="heading"><h3 id="text-two">Two</h3><a class="heading-link" href="#text-two" aria-labelledby="text-two"></a></div>',
      '<div class="heading"><h6 id="text-six">Six</h6><a class="heading-link" href="#text-six" aria-labelledby="text-six"></a></div>',
    ].join('\n'),
  );
  expect(renderMarkdown('### Only')).toContain('<h2 id="text-only">Only</h2>');
});

test('headings with the same words get distinct ids, and links within the text lead to them', () => {
  const html = renderMarkdown('# A b\n\n# A b\n\n[up](#a-b)');
  expect(html).toContain('<h2 id="text-a-b">A b</h2>');
  expect(html).toContain('<h2 id="text-a-b-1">A b</h2>');
  expect(html).toContain('<p><a href="#text-a-b">up</a></p>');
});

test('three headings make a table of contents, in plain words and at most two levels deep', () => {
  expect(renderMarkdown('# One\n\n# Two\n\n### Deep')).not.toContain('<nav');
  expect(
    renderMarkdown('# *One* & all[^n]\n\n## `Two`\n\n### Deep\n\n> # Three\n\n[^n]: A note.'),
  ).toMatch(
    '<nav class="text-contents" aria-label="Contents" dir="ltr"><details><summary>Contents</summary><ol dir="auto">' +
      '<li><a href="#text-one--all1">One &#x26; all</a></li>' +
      '<li class="deeper-part"><a href="#text-two">Two</a></li>' +
      '<li><a href="#text-three">Three</a></li>' +
      '</ol></details></nav>',
  );
});

test('only the first hundred headings get a link and an entry in the contents', () => {
  const html = renderMarkdown('# a\n\n'.repeat(150));
  expect(html.match(/<h2 /g)?.length).toBe(150);
  expect(html.match(/class="heading-link"/g)?.length).toBe(100);
  expect(html.match(/<li>/g)?.length).toBe(100);
});

test('links to other sites are ugc, nofollow and noopener; links within the site have no rel', () => {
  expect(renderMarkdown('[out](https://a.example) [in](/contact)')).toBe(
    '<p><a href="https://a.example" rel="ugc nofollow noopener">out</a> <a href="/contact">in</a></p>',
  );
});

test('a forbidden link is reduced to its words and a forbidden picture to its description', () => {
  const markdown =
    '[a](javascript:x) [b](//evil.example) [c](https://u:p@a.example) ![d](data:image/png,x)';
  expect(renderMarkdown(markdown)).toBe('<p>a b c d</p>');
});

test('pictures load lazily and send no referrer', () => {
  expect(renderMarkdown('![a cat](https://a.example/cat.png)')).toBe(
    '<figure><img src="https://a.example/cat.png" alt="a cat" loading="lazy" decoding="async" referrerpolicy="no-referrer"></figure>',
  );
});

const ownName = `${'0'.repeat(32)}-900x600-a0b1c2`;

test('an uploaded picture is offered in several sizes and formats, with its width and height', () => {
  const html = renderMarkdown(`![a cat](/images/uploads/${ownName}.jpg "Asleep")`);
  const stem = `/images/uploads/${ownName}`;
  expect(html).toBe(
    `<figure><picture>${['avif', 'webp']
      .map(
        (format) =>
          `<source type="image/${format}" srcset="${[256, 480, 800, 900]
            .map((width) => `${stem}-${width}.${format} ${width}w`)
            .join(', ')}" sizes="(min-width: 40rem) 38rem, 100vw">`,
      )
      .join(
        '',
      )}<img src="${stem}.jpg" alt="a cat" loading="lazy" decoding="async" referrerpolicy="no-referrer" width="900" height="600"></picture><figcaption>Asleep</figcaption></figure>`,
  );
});

test('a picture in a paragraph of its own takes the size named in its address', () => {
  const sized = renderMarkdown(`![a](/images/uploads/${ownName}.jpg#wide "B")`);
  expect(sized).toMatch(/^<figure class="wide"><picture>/);
  expect(sized).toContain(`src="/images/uploads/${ownName}.jpg"`);
  expect(sized).toContain('sizes="(min-width: 80rem) 67.5rem, ');
  expect(renderMarkdown('![a](https://a.example/b.png#full)')).toMatch(
    /^<figure class="full"><img src="https:\/\/a.example\/b.png" alt="a"/,
  );
  expect(renderMarkdown('![a](https://a.example/b.png#part)')).toMatch(
    /^<figure><img src="https:\/\/a.example\/b.png#part"/,
  );
  expect(renderMarkdown('![a](/images/b.webp#wide) in a line')).toMatch(
    /^<p><img src="\/images\/b.webp" alt="a"/,
  );
});

test('the pictures of a paragraph form a gallery, squared where their aspect ratios differ', () => {
  const [high, same] = ['600x900', '1200x800'].map((form) => ownName.replace('900x600', form));
  const own = (name = '') => `![a](/images/uploads/${name}.jpg "C")`;
  const alike = renderMarkdown(`${own(ownName)}\n${own(same)}`);
  expect(alike).toMatch(/^<figure class="gallery"><figure><picture>/);
  expect(alike.match(/<figcaption>C<\/figcaption>/g)).toHaveLength(2);
  expect(renderMarkdown(`${own(ownName)} ${own(high)}`)).toContain('class="gallery squared"');
  expect(renderMarkdown('![a](/images/b.webp)  \n![c](https://d.example/e)')).toMatch(
    /^<figure class="gallery squared"><figure><img [^>]*><\/figure><figure>/,
  );
  expect(renderMarkdown('![a](/images/b.webp) and ![c](/images/d.webp)')).toMatch(/^<p><img/);
  expect(renderMarkdown('![a](/images/b.webp) '.repeat(10))).toMatch(/^<p><img/);
});

test('an upright picture has the class portrait', () => {
  const upright = ownName.replace('900x600', '600x900');
  expect(renderMarkdown(`![a](/images/uploads/${upright}.jpg)`)).toContain('class="portrait"');
  expect(renderMarkdown(`![a](/images/uploads/${ownName}.jpg)`)).not.toContain('portrait');
});

test('ten thousand references to one picture render to less than 3,000,000 characters', () => {
  const text = `${'![a] '.repeat(10_000)}\n\n[a]: /images/uploads/${ownName}.jpg`;
  expect(renderMarkdown(text).length).toBeLessThan(3_000_000);
});

test('the title of a picture that stands alone is its caption; within a line it stays a title', () => {
  const html = renderMarkdown('![a](/images/b.webp "A *b* & c")\n\n![d](/images/e.webp "F") g');
  expect(html).toMatch(
    /<figure><img src="\/images\/b.webp" alt="a" [^>]*><figcaption>A \*b\* &#x26; c<\/figcaption><\/figure>/,
  );
  expect(html).not.toContain('title="A');
  expect(html).toMatch(/<p><img src="\/images\/e.webp" alt="d" title="F" [^>]*> g<\/p>/);
});

test('raw HTML is shown as text and comments are left out', () => {
  expect(renderMarkdown('a <b>bold</b> <!-- hidden -->\n\n<script>alert(1)</script>')).toBe(
    '<p>a &#x3C;b>bold&#x3C;/b> </p>\n<p>&#x3C;script>alert(1)&#x3C;/script></p>',
  );
});

test('code keeps its language, tables scroll, task lists show what is done', () => {
  const html = renderMarkdown('```txt\na < b\n```\n\n| a |\n|:-:|\n| b |\n\n- [x] c\n- [ ] d\n');
  expect(html).toContain('<pre tabindex="0"><code class="language-txt">a &#x3C; b\n</code></pre>');
  expect(html).toContain(
    '<div class="table-scroll" role="region" tabindex="0" aria-label="Table"><table>',
  );
  expect(html).toContain('<td align="center">b</td>');
  expect(html).toContain('<input type="checkbox" checked disabled aria-label="Done"> c');
  expect(html).toContain('<input type="checkbox" disabled aria-label="Not done"> d');
});

test('a footnote and its mark lead to each other', () => {
  const html = renderMarkdown('a[^x]\n\n[^x]: note');
  expect(html).toContain('<a href="#text-fn-x" id="text-fnref-x" data-footnote-ref>1</a>');
  expect(html).toContain('<li id="text-fn-x">');
  expect(html).toContain('<a href="#text-fnref-x" data-footnote-backref');
});

test.each([
  ['quotes', `${'> '.repeat(1_000)}a`],
  ['lists', `${'1. '.repeat(1_000)}a`],
])('a thousand %s inside each other come out as a plain paragraph', (_, text) => {
  expect(renderMarkdown(text)).toBe(plainParagraphs(text));
});

test('a table whose short rows would be filled up to too many cells comes out as plain paragraphs', () => {
  const width = 500;
  const text = `${'|a'.repeat(width)}\n${'|-'.repeat(width)}\n${'|a\n'.repeat(200)}`;
  expect(renderMarkdown(text)).toBe(plainParagraphs(text));
});

test('a picture whose address is an action of the site is reduced to its description', () => {
  const markdown = [
    '![a](/logout) ![b](/images/../logout) ![c](/images/%2e%2e/logout) ![d](</%6cogout>) ![e][r]',
    '[r]: /./logout',
    '[a link](/logout) ![f](/images/demo/f.webp)',
  ].join('\n\n');
  const html = renderMarkdown(markdown);
  expect(html).toContain('<p>a b c d e</p>');
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    '/images/demo/f.webp',
  ]);
});

test('5,000 references to one very long address do not repeat it in the HTML', () => {
  const html = renderMarkdown(
    `[a]: https://a.example/${'x'.repeat(400_000)}\n\n${'[a]\n\n'.repeat(5_000)}`,
  );
  expect(html.length).toBeLessThan(100_000);
});

test('a link to another site in a paragraph of its own is a card, titled by its text or else by its address', () => {
  expect(renderMarkdown('[A *slow* loaf](https://www.a.example/b)')).toBe(
    '<figure class="link-card"><a href="https://www.a.example/b" rel="ugc nofollow noopener">' +
      '<span class="card-words">A <em>slow</em> loaf</span> <span class="card-site">a.example</span></a></figure>',
  );
  expect(renderMarkdown('https://a.example/on/a-slow-loaf.html')).toContain(
    '<span class="card-words">a slow loaf</span> <span class="card-site">a.example</span>',
  );
  for (const other of [
    '[Home](/)',
    'See <https://a.example/b>',
    '- <https://a.example/b>',
    '> https://a.example/b',
  ]) {
    expect(renderMarkdown(other)).not.toContain('<figure');
  }
});

test('a picture that is a link stays a picture', () => {
  const html = renderMarkdown('[![A loaf](/images/demo/f.webp)](https://a.example/b)');
  expect(html).toContain('<a href="https://a.example/b"');
  expect(html).toContain('alt="A loaf"');
  expect(html).not.toContain('<figure');
});

test('a link to a video that can be embedded carries the id of the video', () => {
  expect(renderMarkdown('https://youtu.be/abcdefghijk')).toBe(
    '<figure class="video"><a href="https://youtu.be/abcdefghijk" rel="ugc nofollow noopener" data-video="youtube:abcdefghijk">' +
      '<span class="card-words">Video on YouTube</span> <span class="card-site">youtu.be</span></a></figure>',
  );
  expect(renderMarkdown('<figure class="video">\n\n`<figure class="video"`')).not.toContain(
    '<figure',
  );
});
