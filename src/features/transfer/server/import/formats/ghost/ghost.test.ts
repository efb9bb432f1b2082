import { expect, test } from 'vitest';
import { openForeignExport } from '../open-foreign-export.ts';
import { fileOf, readExport, zipOf } from '../testing-exports.ts';
import { readTables, tableLimits } from './read-tables.ts';

const ghost = (posts: readonly object[], more: object = {}, version = '5.80.1') =>
  JSON.stringify({ db: [{ meta: { exported_on: 1, version }, data: { posts, ...more } }] });
const post = {
  id: 'a1',
  title: 'Tide',
  slug: 'tide',
  status: 'published',
  visibility: 'public',
  published_at: '2021-03-04T05:06:07.000Z',
  html: '<p>Salt.</p>',
};

test('Ghost: posts are read with authors, tags, covers and subscribers', async () => {
  const more = {
    users: [{ id: 'u1', name: '', slug: 'mo', email: 'mo@sea.example', bio: 'Sails.' }],
    posts_authors: [{ post_id: 'a1', author_id: 'u1', sort_order: 0 }],
    tags: [
      { id: 't1', name: 'Sea' },
      { id: 't2', name: '#hidden', visibility: 'internal' },
    ],
    posts_tags: [
      { post_id: 'a1', tag_id: 't2', sort_order: 1 },
      { post_id: 'a1', tag_id: 't1', sort_order: 0 },
    ],
    posts_meta: [{ post_id: 'a1', feature_image_alt: 'A boat' }],
    members: [
      { id: 'm1', email: 'in@sea.example', name: 'In' },
      { id: 'm2', email: 'out@sea.example' },
    ],
    members_newsletters: [{ member_id: 'm1', newsletter_id: 'n' }],
  };
  const first = {
    ...post,
    feature_image: '__GHOST_URL__/content/images/boat.png',
    custom_excerpt: 'Wet',
  };
  const { system, texts, subscribers, skips } = await readExport(
    fileOf('g.json', ghost([first, { ...post, id: 'p', type: 'page' }], more)),
  );
  expect(system).toBe('Ghost 5');
  expect(texts).toMatchObject([
    {
      key: 'ghost:a1',
      title: 'Tide',
      markdown: 'Salt.',
      summary: 'Wet',
      cover: { address: '/content/images/boat.png', alternativeText: 'A boat' },
      createdAt: Date.UTC(2021, 2, 4, 5, 6, 7),
      authors: [{ name: 'mo', email: 'mo@sea.example', bio: 'Sails.' }],
      tags: ['Sea'],
      addresses: ['/tide/'],
    },
  ]);
  expect(subscribers.map(({ email, isSubscribed }) => [email, isSubscribed])).toEqual([
    ['in@sea.example', true],
    ['out@sea.example', false],
  ]);
  expect(skips).toMatchObject([{ isIntended: true }]);
});

test("Ghost: a post's audience is never wider than at Ghost", async () => {
  const kinds = ['public', 'members', 'paid', 'tiers', 'label:x', 'new'].map(
    (visibility, index) => ({ ...post, id: String(index), visibility }),
  );
  const states = ['draft', 'scheduled', 'sent'].map((status) => ({ ...post, id: status, status }));
  const { texts } = await readExport(fileOf('g.json', ghost([...kinds, ...states])));
  expect(texts.map(({ audience, state }) => `${audience} ${state}`)).toEqual([
    'everybody published',
    'signed-in published',
    'paying published',
    'paying published',
    'paying published',
    'paying published',
    'everybody draft',
    'everybody scheduled',
    'everybody draft',
  ]);
});

test('Ghost: Lexical, Mobiledoc and the format of old versions are read', async () => {
  const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
  const lexical = {
    root: {
      children: [
        { type: 'extended-heading', tag: 'h2', children: [text('Knots')] },
        {
          type: 'paragraph',
          children: [
            text('a '),
            text('b', 1),
            { type: 'link', url: 'https://c.example/', children: [text('c')] },
          ],
        },
        {
          type: 'list',
          listType: 'bullet',
          children: [{ type: 'listitem', children: [text('d')] }],
        },
        { type: 'codeblock', language: 'js', code: 'a < b' },
        { type: 'image', src: 'https://a.example/i.png', alt: 'I', caption: 'Cap' },
        { type: 'embed', url: 'https://vimeo.com/7', html: '<iframe></iframe>' },
        { type: 'markdown', markdown: '*raw* [x](y)' },
        { type: 'sails', children: undefined },
      ],
    },
  };
  const mobiledoc = {
    markups: [['strong'], ['a', ['href', 'https://c.example/']]],
    atoms: [['soft-return', '', {}]],
    cards: [['hr', {}]],
    sections: [
      [
        1,
        'p',
        [
          [0, [0], 1, 'bold'],
          [1, [], 0, 0],
          [0, [1], 1, 'c'],
        ],
      ],
      [10, 0],
      [3, 'ul', [[[0, [], 0, 'd']]]],
    ],
  };
  const posts = [
    { ...post, html: null, lexical: JSON.stringify(lexical) },
    {
      ...post,
      id: 2,
      uuid: 'u-2',
      html: null,
      published_at: 1_600_000_000_000,
      mobiledoc: JSON.stringify(mobiledoc),
    },
    { ...post, id: 3, html: null, lexical: '{"broken' },
  ];
  const old = JSON.stringify({ meta: { exported_on: 1, version: '003' }, data: { posts } });
  const { texts, skips } = await readExport(fileOf('g.json', old));
  expect(texts.map(({ markdown }) => markdown)).toEqual([
    '## Knots\n\na **b**[c](https://c.example/)\n\n- d\n\n```js\na < b\n```\n\n![I](https://a.example/i.png "Cap")\n\nhttps://vimeo.com/7\n\n*raw* [x](y)',
    '**bold**\\\n[c](https://c.example/)\n\n---\n\n- d',
  ]);
  expect(texts[0]?.notes).toEqual([
    'A part of the kind "sails" is not known here and was left out.',
  ]);
  expect(texts[1]).toMatchObject({ key: 'ghost:u-2', createdAt: 1_600_000_000_000 });
  expect(skips).toMatchObject([{ name: 'Tide', isIntended: false }]);
});

test('Ghost: pictures are read from the archive by their address in the text', async () => {
  const zip = await zipOf({
    'x/ghost.json': ghost([
      { ...post, html: '<img src="__GHOST_URL__/content/images/2021/b.png">' },
    ]),
    'x/content/images/2021/b.png': 'png',
  });
  const opened = await openForeignExport(fileOf('g.zip', zip));
  const picture = await opened?.readFile('/content/images/2021/b.png', 10);
  expect(Buffer.from(picture ?? new Uint8Array()).toString()).toBe('png');
  expect(await opened?.readFile('/content/images/2021/b.png', 2)).toBeUndefined();
  expect(await opened?.readFile('../../etc/passwd', 10)).toBeUndefined();
  await opened?.close();
});

test('Ghost: what is beyond the limits on tables is counted', async () => {
  const comment = (id: string) => ({ id, post_id: 'a1', html: 'x'.repeat(300) });
  const more = {
    tags: ['1', '2', '3'].map((id) => ({ id, name: id })),
    comments: ['1', '2', '3'].map(comment),
    constructor: [{ id: 1 }],
    __proto__: [{ id: 1 }],
  };
  const files = {
    async *stream() {
      yield Buffer.from(ghost([post], more));
    },
  };
  const read = async (limits: Partial<typeof tableLimits>) =>
    (await readTables(files, 'g.json', { ...tableLimits, ...limits })).leftOut;
  expect(await read({})).toEqual({ comments: 0, rows: 0 });
  // The version is a row, too.
  expect(await read({ rowsMax: 3 })).toEqual({ comments: 0, rows: 4 });
  expect(await read({ commentsMax: 600 })).toEqual({ comments: 2, rows: 0 });
});

test('Ghost: comments that are too many to be held are reported', { tags: 'slow' }, async () => {
  const comments = ['1', '2'].map((id) => ({
    id,
    post_id: 'a1',
    status: 'published',
    html: 'x'.repeat(17 * 1024 ** 2),
  }));
  const { texts, skips } = await readExport(fileOf('g.json', ghost([post], { comments })));
  expect(texts).toHaveLength(1);
  expect(skips).toEqual([
    {
      kind: 'skip',
      name: 'comments (1)',
      reason: 'at most 32 MB of comments are read',
      isIntended: false,
    },
  ]);
});

test('a text that takes too long to convert is skipped and the next one read', {
  tags: 'slow',
}, async () => {
  const evil = {
    ...post,
    id: 'evil',
    html: null,
    mobiledoc: null,
    lexical: null,
    markdown: `${'['.repeat(60_000)}\n${'*a_'.repeat(60_000)}`,
  };
  const { texts, skips } = await readExport(fileOf('g.json', ghost([evil, post])));
  expect(texts.at(-1)?.key).toBe('ghost:a1');
  expect(texts.length + skips.length).toBe(2);
});

test('Ghost: a card that not every reader of the page saw limits the text, or is left out', async () => {
  const web = (nonMember: boolean, memberSegment: string) => ({
    web: { nonMember, memberSegment },
  });
  const all = 'status:free,status:-free';
  const kinds = [
    web(true, all),
    web(true, ''),
    web(false, all),
    web(false, 'status:-free'),
    web(false, ''),
    { showOnWeb: false, showOnEmail: true, segment: '' },
    { emailOnly: true },
    { showOnWeb: true, showOnEmail: true, segment: 'status:free' },
  ];
  const open = { type: 'html', html: '<p>Open</p>' };
  const lexical = (visibility: object) =>
    JSON.stringify({
      root: { children: [open, { type: 'html', html: '<p>Inner</p>', visibility }] },
    });
  const mobiledoc = JSON.stringify({
    cards: [['html', { html: '<p>Inner</p>', visibility: web(false, all) }]],
    sections: [[10, 0]],
  });
  const gated = (marks: string) =>
    `<p>Open</p><!--kg-gated-block:begin ${marks} --><p>Inner</p><!--kg-gated-block:end--><p>End</p>`;
  const posts = [
    ...kinds.map((kind) => ({ html: null, lexical: lexical(kind) })),
    { html: null, mobiledoc },
    { html: gated(`nonMember:true memberSegment:"${all}"`) },
    { html: gated(`nonMember:false memberSegment:"${all}"`) },
    { html: gated('nonMember:false memberSegment:"status:-free"') },
    { html: gated('nonMember:false memberSegment:""') },
    // Ghost shows all of an open post, whatever stands after its paywall.
    { html: '<p>Open</p><!--members-only--><p>Inner</p>' },
  ].map((given, index) => ({ ...post, ...given, id: `c${index}` }));
  const { texts } = await readExport(fileOf('g.json', ghost(posts)));
  expect(
    texts.map(({ audience, markdown }) => `${audience}: ${markdown.replaceAll('\n\n', ' ')}`),
  ).toEqual([
    'everybody: Open Inner',
    'everybody: Open Inner',
    'signed-in: Open Inner',
    'paying: Open Inner',
    'everybody: Open',
    'everybody: Open',
    'everybody: Open',
    'everybody: Open Inner',
    'signed-in: Inner',
    'everybody: Open Inner End',
    'signed-in: Open Inner End',
    'paying: Open Inner End',
    'everybody: Open End',
    'everybody: Open Inner',
  ]);
  expect(texts[4]?.notes).toEqual(['What only emails showed, and no page there, was left out.']);
  expect(texts[12]?.notes).toEqual(texts[4]?.notes);
});

test('Ghost: nothing is read from a file that ends before its tables', async () => {
  const whole = ghost([post], { tags: [{ id: 't1', name: 'Sea' }] });
  for (const end of [whole.indexOf('"tags"'), whole.length - 2]) {
    const { texts, refused } = await readExport(fileOf('g.json', whole.slice(0, end)));
    expect(texts).toEqual([]);
    expect(refused).toMatch(/ends before it is complete. Nothing of it was brought in/);
  }
});

test('Ghost: titles, summaries and names are plain text', async () => {
  const title = 'The <video> element & <b> tags';
  const given = { ...post, title, custom_excerpt: 'Use <p>\n& x < y' };
  const more = {
    users: [{ id: 'u', name: 'A <b> & Co' }],
    posts_authors: [{ post_id: 'a1', author_id: 'u' }],
    tags: [{ id: 't', name: 'C<T> &amp;' }],
    posts_tags: [{ post_id: 'a1', tag_id: 't' }],
    posts_meta: [{ post_id: 'a1', feature_image_alt: 'x < y' }],
  };
  const { texts } = await readExport(
    fileOf('g.json', ghost([{ ...given, feature_image: '/b.png' }], more)),
  );
  expect(texts).toMatchObject([
    {
      name: title,
      title,
      summary: 'Use <p> & x < y',
      authors: [{ name: 'A <b> & Co' }],
      tags: ['C<T> &amp;'],
      cover: { alternativeText: 'x < y' },
    },
  ]);
});

test('Ghost: the export of a site of this kind has its categories apart from its tags', async () => {
  const more = {
    tags: [
      { id: 'category-travel', name: 'Travel', slug: 'travel' },
      { id: 'tag-sea', name: 'Sea', slug: 'tag-sea' },
    ],
    posts_tags: [
      { post_id: 'a1', tag_id: 'category-travel', sort_order: 0 },
      { post_id: 'a1', tag_id: 'tag-sea', sort_order: 1 },
    ],
  };
  const cover = 'https://hub.example/images/categories/travel.webp';
  const { texts } = await readExport(
    fileOf('g.json', ghost([{ ...post, feature_image: cover }], more)),
  );
  expect(texts).toMatchObject([{ categories: ['Travel'], tags: ['Sea'], cover: null }]);
});

test('Ghost: comments that are left out are counted, each with its reason', async () => {
  const comment = (id: string, status: string, html: string) => ({
    id,
    post_id: 'a1',
    status,
    html,
  });
  const comments = [
    comment('1', 'published', '<p>Yes</p>'),
    comment('2', 'deleted', '<p>No</p>'),
    comment('3', 'published', '<p></p>'),
  ];
  const { texts } = await readExport(fileOf('g.json', ghost([post], { comments })));
  expect(texts[0]?.comments.map(({ key }) => key)).toEqual(['1']);
  expect(texts[0]).toMatchObject({
    commentsLeftOut: 2,
    notes: ['1 comment had been deleted there', '1 comment without words was left out'],
  });
});

const audio = { type: 'audio', src: '__GHOST_URL__/content/media/ep.mp3', title: 'Ep & 1' };
const file = {
  type: 'file',
  src: '__GHOST_URL__/content/files/a.pdf',
  fileTitle: 'Paper',
  fileName: 'a.pdf',
  fileCaption: 'All of it',
};
const video = { type: 'video', src: '__GHOST_URL__/content/media/v.mp4', caption: '<p>Seen</p>' };
const bookmark = {
  type: 'bookmark',
  url: 'https://b.example/a',
  metadata: { title: 'Over there', description: 'Far', author: 'Who', icon: 'https://b.example/i' },
  caption: 'Read it',
};
const page = [
  '<div class="kg-card kg-audio-card"><img src="" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/ep.mp3"></audio><div class="kg-audio-title">Ep &amp; 1</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span><button class="kg-audio-playback-rate">1×</button></div></div></div>',
  '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/a.pdf" title="Download"><div class="kg-file-card-contents"><div class="kg-file-card-title">Paper</div><div class="kg-file-card-caption">All of it</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">a.pdf</div><div class="kg-file-card-filesize">1 MB</div></div></div></a></div>',
  '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/v.mp4"></video><div class="kg-video-player"><span class="kg-video-current-time">0:00</span></div></div><figcaption><p>Seen</p></figcaption></figure>',
  '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Over there</div><div class="kg-bookmark-description">Far</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://b.example/i"><span class="kg-bookmark-author">Who</span></div></div></a><figcaption>Read it</figcaption></figure>',
].join('');

test('Ghost: cards of files and other pages keep their words, and files that are missing are named', async () => {
  const cards = [audio, file, video, bookmark];
  const lexical = JSON.stringify({ root: { children: cards } });
  const mobiledoc = JSON.stringify({
    cards: cards.map((card) => [card.type, card]),
    sections: cards.map((_, index) => [10, index]),
  });
  const posts = [{ html: page }, { html: null, lexical }, { html: null, mobiledoc }].map(
    (given, index) => ({ ...post, ...given, id: `c${index}` }),
  );
  const zip = await zipOf({ 'x/ghost.json': ghost(posts), 'x/content/files/a.pdf': 'pdf' });
  const { texts } = await readExport(fileOf('g.zip', zip));
  const markdown = [
    '[Ep & 1](/content/media/ep.mp3)',
    '[Paper](/content/files/a.pdf)',
    'All of it',
    '[v.mp4](/content/media/v.mp4)',
    '*Seen*',
    '[Over there](https://b.example/a)',
    'Far',
    '*Read it*',
  ].join('\n\n');
  expect(texts.map((text) => text.markdown)).toEqual([markdown, markdown, markdown]);
  const notes = [
    'file /content/media/ep.mp3 is not here: the export does not hold it',
    'file /content/files/a.pdf is not here: only pictures are kept here',
    'file /content/media/v.mp4 is not here: the export does not hold it',
  ];
  expect(texts.map((text) => text.notes)).toEqual([notes, notes, notes]);
});

test('Ghost: cards have what its pages showed of them, and nothing that was switched off', async () => {
  const cards = [
    {
      type: 'product',
      productTitle: 'Boots',
      productDescription: '<p>Dry</p>',
      productRatingEnabled: true,
      productStarRating: 4,
      productButton: 'Buy',
      productUrl: 'https://b.example/',
      productButtonEnabled: false,
    },
    {
      type: 'call-to-action',
      hasSponsorLabel: true,
      sponsorLabel: '<p>Sponsored</p>',
      textValue: '<p>Join</p>',
      imageUrl: 'https://b.example/c.png',
      showButton: true,
      buttonText: 'Go',
      buttonUrl: 'https://b.example/go',
    },
    { type: 'email', html: '<p>Only by email</p>' },
  ];
  const lexical = JSON.stringify({ root: { children: cards } });
  const { texts } = await readExport(fileOf('g.json', ghost([{ ...post, html: null, lexical }])));
  expect(texts[0]?.markdown).toBe(
    '#### Boots\n\n★★★★☆\n\nDry\n\n![](https://b.example/c.png)\n\nSponsored\n\nJoin\n\n[Go](https://b.example/go)',
  );
  expect(texts[0]?.notes).toEqual(['What only emails showed, and no page there, was left out.']);
});
