import type { ForeignItem } from '../../foreign.ts';
import { SourceProblem } from '../../read-front-matter.ts';
import { pathsOf, siteOf } from '../addresses.ts';
import { decodeText } from '../files/decode-text.ts';
import { readFileOf } from '../files/find-file.ts';
import { readJsonRows } from '../files/read-json-rows.ts';
import { readXml } from '../files/read-xml.ts';
import { type OpenFormat, SkippedKinds, skip } from '../format.ts';
import { fieldsOf } from '../ghost/ghost-cards.ts';
import { uniquePeople } from '../people.ts';
import { titleFromText } from '../plain-words.ts';
import type { TextReader } from '../text/text-reader.ts';
import {
  atomEntry,
  authorOfFeed,
  type FeedEntry,
  rssItem,
  type Scope,
  within,
} from './feed-entry.ts';
import { jsonAuthors, jsonItem } from './json-item.ts';

const isXmlFeed = (head: string) => /<(?:rss|feed|rdf:RDF)[\s>]/.test(head);
const isJsonFeed = (head: string) => /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/.test(head);

/** What entries take from their feed, which the reader finds on its way. */
interface Feed {
  /** The base of relative addresses. */
  base: string;
  /** By the `xml:base` of the elements around the entries. */
  around: Scope;
  authors: FeedEntry['authors'];
}

function keyOf(entry: FeedEntry, base: string | undefined, name: string): string {
  return `feed:${siteOf(base)}:${entry.id || entry.link || name}`;
}

async function readEntry(entry: FeedEntry, feed: Feed, reader: TextReader): Promise<ForeignItem> {
  // An entry without a link is that of its site, whatever the base of its addresses.
  const linkFrom = (base: string) =>
    (entry.link ? URL.parse(entry.link, base || undefined)?.href : undefined) ??
    (feed.base || undefined);
  const link = linkFrom(entry.base || feed.base);
  const base = entry.textBase || link;
  const absolute = (address: string) => URL.parse(address, entry.base || link)?.href ?? '';
  const name = entry.title || entry.link || entry.id || 'without a title';
  const key = keyOf(entry, link, name);
  // Before `xml:base` was read.
  const formerKey = keyOf(entry, linkFrom(feed.base), name);
  const read = await reader.read({ format: 'html', text: entry.html, title: entry.title, base });
  const recording = entry.recording && absolute(entry.recording);
  // The entries of a podcast link to their recordings.
  const isRecording = recording.split('?')[0] === link?.split('?')[0];
  const markdown = [recording, read.markdown].filter(Boolean).join('\n\n');
  if (!markdown) return skip(name, 'it has no text', true);
  const cover = entry.cover && absolute(entry.cover);
  return {
    kind: 'text',
    key,
    ...(formerKey !== key && { formerKeys: [formerKey] }),
    name,
    title: entry.title || titleFromText(read.plain),
    markdown,
    summary: entry.summary,
    cover: cover ? { address: cover, alternativeText: '' } : null,
    createdAt: entry.date ?? null,
    updatedAt: entry.updated ?? null,
    authors: uniquePeople(entry.authors.length > 0 ? entry.authors : feed.authors),
    categories: [],
    tags: [...new Set(entry.tags.filter(Boolean))],
    state: entry.isDraft ? 'draft' : 'published',
    audience: 'everybody',
    addresses: pathsOf([link === feed.base || isRecording ? undefined : link]),
    comments: [],
    notes: read.notes,
  };
}

/** The entries of an XML feed; elements before them give its address and its author. */
async function* xmlEntries(chunks: AsyncIterable<string>, feed: Feed) {
  const records = readXml(chunks, {
    isRecord: (name) => /^(?:item|entry|link|author|dc:creator|itunes:author)$/.test(name),
    onAround(element) {
      if (/^(?:feed|rss|rdf:RDF|channel)$/.test(element.name))
        feed.around = within(feed.around, element);
    },
  });
  for await (const record of records) {
    if ('problem' in record) yield skip(`${record.name} (line ${record.line})`, record.problem);
    else if (/author|creator/.test(record.element.name)) {
      if (feed.authors.length === 0) feed.authors = authorOfFeed(record.element);
    } else if (record.element.name === 'link') {
      const { attributes, text } = record.element;
      const isSelf = (attributes.rel ?? 'alternate') !== 'alternate';
      const { base } = within(feed.around, record.element);
      const address = attributes.href ?? text.trim();
      if (!isSelf && address) feed.base ||= URL.parse(address, base || undefined)?.href ?? '';
    } else {
      const around = feed.around.isGiven ? feed.around : { base: feed.base, isGiven: false };
      const read = record.element.name === 'entry' ? atomEntry : rssItem;
      yield read(record.element, around);
    }
  }
}

async function* jsonEntries(chunks: AsyncIterable<string>, feed: Feed) {
  const wanted = ['$.home_page_url', '$.author', '$.authors', '$.items.*'];
  for await (const { path, value } of readJsonRows(chunks, wanted)) {
    const [field] = path;
    if (field === 'home_page_url') feed.base ||= URL.parse(String(value))?.href ?? '';
    else if (field === 'items') yield jsonItem(fieldsOf(value));
    else if (feed.authors.length === 0) feed.authors = jsonAuthors({ [String(field)]: value });
  }
}

/** RSS, Atom and JSON feeds as files: most have the latest texts only, some only their beginnings. */
export const openFeed: OpenFormat = async (files, heads, createReader) => {
  const feeds: { name: string; isJson: boolean }[] = [];
  for (const name of files.names) {
    if (!/\.(?:xml|rss|atom|rdf|json)$/i.test(name) && files.names.length > 1) continue;
    const head = await heads(name);
    if (isXmlFeed(head)) feeds.push({ name, isJson: false });
    else if (isJsonFeed(head)) feeds.push({ name, isJson: true });
  }
  if (feeds.length === 0) return undefined;
  const reader = createReader();

  async function* itemsOf(
    name: string,
    isJson: boolean,
    kinds: SkippedKinds,
  ): AsyncGenerator<ForeignItem> {
    const feed: Feed = { base: '', around: { base: '', isGiven: false }, authors: [] };
    const chunks = decodeText(files.stream(name));
    for await (const entry of isJson ? jsonEntries(chunks, feed) : xmlEntries(chunks, feed)) {
      if ('reason' in entry) yield entry;
      else if (entry.kind && entry.kind !== 'post') kinds.add(entry.kind.slice(0, 60));
      else {
        try {
          yield await readEntry(entry, feed, reader);
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          yield skip(entry.title || entry.link, error.message, error.isIntended);
        }
      }
    }
  }

  return {
    system: 'A feed',
    async *items() {
      const kinds = new SkippedKinds();
      for (const { name, isJson } of feeds) yield* itemsOf(name, isJson, kinds);
      yield* kinds.skips(() => 'it is no text of the blog');
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
