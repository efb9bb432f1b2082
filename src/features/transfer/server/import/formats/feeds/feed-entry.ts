import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import { parseDate } from '../../parse-date.ts';
import { child, childrenOf, words, type XmlElement } from '../files/read-xml.ts';
import { emailOf, nameOf } from '../people.ts';
import { plainWords } from '../plain-words.ts';

/** An entry of a feed in any of the formats. */
export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly html: string;
  readonly summary: string;
  readonly date: number | undefined;
  readonly updated: number | undefined;
  readonly authors: readonly { readonly name: string; readonly email?: string }[];
  readonly tags: readonly string[];
  readonly cover: string;
  /** The address of an audio or video file. */
  readonly recording: string;
  readonly isDraft: boolean;
  /** Blogger's kind of entry; empty in other feeds. */
  readonly kind: string;
}

const voidTags = /^(?:br|hr|img|source|track|wbr|area|col|embed|input|link|meta)$/;

/** Serializes an XHTML element as HTML. */
function htmlOf(content: XmlElement['content']): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      const name = part.name.replace(/^\w+:/, '');
      const attributes = Object.entries(part.attributes).map(
        ([key, value]) => ` ${key}="${escapeHtml(value)}"`,
      );
      const inner = voidTags.test(name) ? '' : `${htmlOf(part.content)}</${name}>`;
      return `<${name}${attributes.join('')}>${inner}`;
    })
    .join('');
}

/** The HTML of an Atom text construct by its type; plain text is escaped. */
function atomHtml(element: XmlElement | undefined): string {
  if (!element) return '';
  const { type = 'text' } = element.attributes;
  if (type === 'xhtml') return htmlOf(element.content);
  return type === 'html' || type === 'text/html' ? element.text : escapeHtml(element.text);
}

function personOf(element: XmlElement) {
  const email = emailOf(words(element, 'email'));
  return { name: nameOf(plainWords(words(element, 'name')), email), ...(email && { email }) };
}

export function atomEntry(entry: XmlElement): FeedEntry {
  const links = childrenOf(entry, 'link').map(({ attributes }) => attributes);
  const byRel = (rel: string) => links.find((one) => (one.rel ?? 'alternate') === rel);
  const terms = childrenOf(entry, 'category').map(({ attributes }) => attributes);
  const isKind = ({ scheme = '' }: Readonly<Record<string, string>>) => scheme.endsWith('#kind');
  const enclosure = byRel('enclosure');
  const isPicture = enclosure?.type?.startsWith('image/') ?? false;
  const draft = child(entry, 'app:control');
  return {
    id: words(entry, 'id'),
    title: plainWords(atomHtml(child(entry, 'title'))),
    link: byRel('alternate')?.href ?? '',
    html: atomHtml(child(entry, 'content')) || atomHtml(child(entry, 'summary')),
    summary: child(entry, 'content') ? plainWords(atomHtml(child(entry, 'summary'))) : '',
    date: parseDate(words(entry, 'published', 'issued', 'updated')),
    updated: parseDate(words(entry, 'updated', 'modified')),
    authors: childrenOf(entry, 'author').map(personOf),
    tags: terms
      .filter((one) => !isKind(one))
      .map(({ label, term = '' }) => plainWords(label || term)),
    cover: mediaPicture(entry) || (isPicture ? (enclosure?.href ?? '') : ''),
    recording: isPicture ? '' : (enclosure?.href ?? ''),
    isDraft: draft !== undefined && words(draft, 'app:draft') === 'yes',
    kind: terms.find(isKind)?.term?.split('#').at(-1) ?? '',
  };
}

/** The author of a feed, which is that of its entries without one: an element before them. */
export function authorOfFeed(element: XmlElement): FeedEntry['authors'] {
  const author = element.children.length > 0 ? personOf(element) : rssAuthor(element.text);
  return author.name ? [author] : [];
}

function mediaPicture(item: XmlElement): string {
  const media = [item, ...childrenOf(item, 'media:group')].flatMap((one) => [
    ...childrenOf(one, 'media:content'),
    ...childrenOf(one, 'media:thumbnail'),
  ]);
  const isPicture = ({ name, attributes }: XmlElement) =>
    name === 'media:thumbnail' ||
    attributes.medium === 'image' ||
    attributes.type?.startsWith('image/');
  const itunes = child(item, 'itunes:image')?.attributes.href;
  return media.find(isPicture)?.attributes.url ?? itunes ?? '';
}

/** Parses `mail@example.org (Name)`, the form of authors in RSS. */
function rssAuthor(given: string) {
  const named = /^([^()\s]{3,254})\s*\(([^()]{1,200})\)$/.exec(given.trim());
  const email = emailOf(named?.[1] ?? given);
  const name = nameOf(plainWords(named?.[2] ?? given));
  return { name, ...(email && { email }) };
}

export function rssItem(item: XmlElement): FeedEntry {
  const enclosure = child(item, 'enclosure')?.attributes;
  const isPicture = enclosure?.type?.startsWith('image/') ?? false;
  const full = words(item, 'content:encoded');
  const guid = child(item, 'guid');
  const isLink =
    guid?.attributes.isPermaLink !== 'false' && /^https?:/.test(guid?.text.trim() ?? '');
  const author = words(item, 'dc:creator', 'author', 'itunes:author');
  const description = words(item, 'description', 'itunes:summary');
  return {
    id: guid?.text.trim() || words(item, 'link'),
    title: plainWords(words(item, 'title')),
    link: words(item, 'link') || (isLink ? (guid?.text.trim() ?? '') : ''),
    html: full || description,
    summary: plainWords(
      full ? words(item, 'description', 'itunes:subtitle') : words(item, 'itunes:subtitle'),
    ),
    date: parseDate(words(item, 'pubDate', 'dc:date')),
    updated: parseDate(words(item, 'atom:updated', 'dcterms:modified')),
    authors: author ? [rssAuthor(author)] : [],
    tags: childrenOf(item, 'category').map(({ text }) => plainWords(text)),
    cover: mediaPicture(item) || (isPicture ? (enclosure?.url ?? '') : ''),
    recording: isPicture ? '' : (enclosure?.url ?? ''),
    isDraft: false,
    kind: '',
  };
}
