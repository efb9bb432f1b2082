import { DOMParser, type Document } from '@xmldom/xmldom';
import { expect } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { feed } from '../contract/feeds.ts';
import { type FeedParts, feedAnswers } from './feed-answers.ts';

const siteUrl = 'https://blog.example.org';
const hub = 'https://hub.example.org/';
const content = 'http://purl.org/rss/1.0/modules/content/';
const atom = 'http://www.w3.org/2005/Atom';

async function start(storage: Storage, more: Partial<FeedParts> = {}) {
  const { visitor } = await startMemberSite(storage, () =>
    feedAnswers({
      storage,
      siteUrl,
      siteName: async () => 'Ink & <Paper>',
      siteIntro: async () => 'Stories.',
      reading: async () => 'public',
      hub: undefined,
      unlistedPrefixes: [],
      securityContact: undefined,
      ...more,
    }),
  );
  return visitor;
}

/** Throws if it isn't well-formed XML. */
function parse(xml: string): Document {
  return new DOMParser({
    onError(_level, message) {
      throw new Error(message);
    },
  }).parseFromString(xml, 'text/xml');
}

const textsOf = (xml: Document, name: string) =>
  Array.from(xml.getElementsByTagName(name), ({ textContent }) => textContent);

const hostile = {
  title: ']]></title><script>&"\u0007',
  shortDescription: 'A < B ]]> & "C"',
  longDescription:
    'Bells \u0001 ring ]]> here.[^1] [Within](/contact), ![A cat](/images/hero.webp)\n\n# One\n\n# Two\n\n# Three\n\n[^1]: A note.',
  author: { name: 'Ada <A>', photo: null, bio: null },
} as const;

testOnBothEngines('the RSS feed has the elements that RSS 2.0 requires', async ({ storage }) => {
  await givenBlogs(storage, [{ title: 'First' }, hostile]);
  const visitor = await start(storage, { hub });
  const reply = await visitor.request('/feed.xml');
  expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(reply.headers.get('link')).toBe(`<${hub}>; rel="hub", <${siteUrl}/feed.xml>; rel="self"`);
  expect(reply.headers.get('content-security-policy')).toContain("style-src 'self'");
  const xml = parse(await reply.text());
  const [channel] = xml.getElementsByTagName('channel');
  expect(xml.documentElement?.getAttribute('version')).toBe('2.0');
  for (const name of ['title', 'link', 'description', 'language', 'lastBuildDate']) {
    expect(channel?.getElementsByTagName(name)[0]?.textContent).not.toBe('');
  }
  expect(textsOf(xml, 'title')).toEqual(['Ink & <Paper>', ']]></title><script>&"', 'First']);
  const rels = Array.from(xml.getElementsByTagNameNS(atom, 'link'), (link) =>
    [link.getAttribute('rel'), link.getAttribute('href')].join(' '),
  );
  expect(rels).toEqual([`self ${siteUrl}/feed.xml`, `hub ${hub}`]);
  const [item] = xml.getElementsByTagName('item');
  expect(item?.getElementsByTagName('guid')[0]?.textContent).toMatch(/^urn:uuid:[\da-f-]{36}$/);
  expect(item?.getElementsByTagName('dc:creator')[0]?.textContent).toBe('Ada <A>');
  expect(item?.getElementsByTagName('category')[0]?.textContent).toBe('Other');
  expect(item?.getElementsByTagName('media:content')[0]?.getAttribute('url')).toMatch(
    new RegExp(`^${siteUrl}/images/`),
  );
  const dates = textsOf(xml, 'pubDate').map((date) => Date.parse(date ?? ''));
  expect(dates.every(Number.isFinite)).toBe(true);
});

testOnEachEngine(
  'full texts in a feed have absolute links and no elements of the page',
  async (given) => {
    await givenBlogs(given.storage, [hostile]);
    const visitor = await start(given.storage);
    const xml = parse(await (await visitor.request('/feed.xml')).text());
    const html = xml.getElementsByTagNameNS(content, 'encoded')[0]?.textContent ?? '';
    const page = textsOf(xml, 'link')[1] ?? '';
    expect(html).toContain(`<a href="${siteUrl}/contact">Within</a>`);
    expect(html).toContain(`src="${siteUrl}/images/hero.webp" alt="A cat"`);
    expect(html).toContain(`href="${page}#text-`);
    expect(html).not.toMatch(/(?:href|src)="(?!https:)|class=|<nav|loading=|heading-link/);
  },
);

testOnEachEngine(
  'a feed has only the summaries when reading is for members',
  async ({ storage }) => {
    await givenBlogs(storage, [{ longDescription: 'A secret of members.' }]);
    const visitor = await start(storage, { reading: async () => 'members' });
    for (const path of ['/feed.xml', '/atom.xml', '/feed.json']) {
      const text = await (await visitor.request(path)).text();
      expect(text).toContain('Short.');
      expect(text).not.toContain('A secret of members');
    }
  },
);

testOnEachEngine('an entry has the same lasting id in every format', async ({ storage }) => {
  await givenBlogs(storage, [{ title: 'Today' }]);
  const visitor = await start(storage);
  const idsOf = async () => {
    const rss = parse(await (await visitor.request('/feed.xml')).text());
    const inAtom = parse(await (await visitor.request('/atom.xml')).text());
    const json = await (await visitor.request('/feed.json')).json();
    return [textsOf(rss, 'guid')[0], textsOf(inAtom, 'id')[1], json.items[0].id];
  };
  const before = await idsOf();
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ title: 'Tomorrow', updated_at: Date.now() }).execute(),
  );
  const row = await storage.reader
    .selectFrom('published_blogs')
    .select('id')
    .executeTakeFirstOrThrow();
  expect(new Set([...before, ...(await idsOf())])).toEqual(new Set([`urn:uuid:${row.id}`]));
});

testOnEachEngine('JSON Feed has the fields that version 1.1 requires', async ({ storage }) => {
  await givenBlogs(storage, [hostile]);
  const visitor = await start(storage, { hub });
  const reply = await visitor.request('/feed.json');
  expect(reply.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
  expect(await reply.json()).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Ink & <Paper>',
    home_page_url: `${siteUrl}/`,
    feed_url: `${siteUrl}/feed.json`,
    language: 'en',
    hubs: [{ type: 'WebSub', url: hub }],
    items: [
      {
        url: expect.stringMatching(`^${siteUrl}/blog/`),
        content_html: expect.stringContaining('Bells'),
        authors: [{ name: 'Ada <A>' }],
        tags: ['Other'],
      },
    ],
  });
});

testOnBothEngines('a feed can be of one category, author or tag', async ({ storage }) => {
  await givenBlogs(storage, [
    {
      title: 'Far',
      category: 'Travel',
      tags: 'Night trains, Maps',
      author: { name: 'Ada', photo: null, bio: null },
    },
    { title: 'Near', category: 'Health' },
  ]);
  const visitor = await start(storage);
  const titlesAt = async (query: string) =>
    textsOf(parse(await (await visitor.request(`/feed.xml?${query}`)).text()), 'title');
  expect(await titlesAt('category=travel')).toEqual(['Travel | Ink & <Paper>', 'Far']);
  expect(await titlesAt('category=Lifestyle')).toEqual(['Lifestyle | Ink & <Paper>']);
  const { author_id: author = '' } = await storage.reader
    .selectFrom('published_blogs')
    .select('author_id')
    .where('title', '=', 'Far')
    .executeTakeFirstOrThrow();
  expect(await titlesAt(`author=${author}`)).toEqual(['Ada | Ink & <Paper>', 'Far']);
  expect(await titlesAt('tag=night%20trains')).toEqual(['Night trains | Ink & <Paper>', 'Far']);
  expect(await (await visitor.request('/feed.xml?tag=maps')).text()).toContain(
    '<category>Night trains</category>',
  );
  const refused = (query: object) => problemOf(visitor.call(feed, { query }));
  expect(await refused({ category: 'Cooking' })).toMatchObject({ status: 400 });
  expect(await refused({ category: 'Travel', author })).toMatchObject({ status: 400 });
  expect(await refused({ tag: 'nothing' })).toMatchObject({ status: 404, code: 'tag-not-found' });
  expect(await refused({ author: 'x' })).toMatchObject({ status: 404, code: 'author-not-found' });
});

testOnEachEngine('a text too long for the feed is reduced to its summary', async ({ storage }) => {
  const long = 'Many words. '.repeat(30_000);
  await givenBlogs(storage, [{ title: 'Short one' }, { title: 'Long one', longDescription: long }]);
  const visitor = await start(storage);
  const xml = parse(await (await visitor.request('/feed.xml')).text());
  const wholes = Array.from(
    xml.getElementsByTagName('item'),
    (item) => item.getElementsByTagNameNS(content, 'encoded').length,
  );
  expect(wholes).toEqual([0, 1]);
});
