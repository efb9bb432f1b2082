import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import { parseDate } from '../../parse-date.ts';
import { child, childrenOf, words, type XmlElement } from '../files/read-xml.ts';
import { emailOf, nameOf } from '../people.ts';
import { oneLine, plainWords } from '../plain-words.ts';

/** An entry of a feed in any of the formats. */
export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  /** The base of its addresses, and of those in its text, by `xml:base`; empty without any. */
  readonly base: string;
  readonly textBase: string;
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

/** What `xml:base` says around an element. */
export interface Scope {
  /** The feed's own address, if no `xml:base` was given. */
  readonly base: string;
  readonly isGiven: boolean;
}

/** The scope within an element. */
export function within(scope: Scope, element: Pick<XmlElement, 'attributes'> | undefined): Scope {
  const given = element?.attributes['xml:base']?.trim();
  const url = given ? URL.parse(given, scope.base || undefined) : null;
  return url ? { base: url.href, isGiven: true } : scope;
}

const givenBase = ({ base, isGiven }: Scope) => (isGiven ? base : '');

/** The address of a link, absolute if the link itself has an `xml:base`. */
function hrefOf(link: XmlElement | undefined, scope: Scope): string {
  const { href = '' } = link?.attributes ?? {};
  const own = within(scope, link);
  return own === scope ? href : (URL.parse(href, own.base)?.href ?? href);
}

const voidTags = /^(?:br|hr|img|source|track|wbr|area|col|embed|input|link|meta)$/;

const addresses = /^(?:href|src|poster|cite)$/;

/** Serializes an XHTML element as HTML; addresses are absolute where an element within has an `xml:base`. */
function htmlOf(content: XmlElement['content'], scope: Scope, base?: string): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      const name = part.name.replace(/^\w+:/, '');
      const inside = within(scope, part);
      const own = inside === scope ? base : inside.base;
      const attributes = Object.entries(part.attributes).map(([key, value]) => {
        const address = own !== undefined && addresses.test(key) && URL.parse(value, own)?.href;
        return ` ${key}="${escapeHtml(address || value)}"`;
      });
      const inner = voidTags.test(name) ? '' : `${htmlOf(part.content, inside, own)}</${name}>`;
      return `<${name}${attributes.join('')}>${inner}`;
    })
    .join('');
}

/** The HTML of an Atom text construct by its type; plain text is escaped. */
function atomHtml(element: XmlElement | undefined, scope: Scope): string {
  if (!element) return '';
  const { type = 'text' } = element.attributes;
  if (type === 'xhtml') return htmlOf(element.content, within(scope, element));
  return type === 'html' || type === 'text/html' ? element.text : escapeHtml(element.text);
}

function personOf(element: XmlElement) {
  const email = emailOf(words(element, 'email'));
  return { name: nameOf(oneLine(words(element, 'name')), email), ...(email && { email }) };
}

export function atomEntry(entry: XmlElement, feed: Scope): FeedEntry {
  const scope = within(feed, entry);
  const links = childrenOf(entry, 'link');
  const byRel = (rel: string) => links.find((one) => (one.attributes.rel ?? 'alternate') === rel);
  const terms = childrenOf(entry, 'category').map(({ attributes }) => attributes);
  const isKind = ({ scheme = '' }: Readonly<Record<string, string>>) => scheme.endsWith('#kind');
  const enclosure = byRel('enclosure');
  const enclosed = hrefOf(enclosure, scope);
  const isPicture = enclosure?.attributes.type?.startsWith('image/') ?? false;
  const draft = child(entry, 'app:control');
  const [content, summary] = [child(entry, 'content'), child(entry, 'summary')];
  const html = atomHtml(content, scope);
  return {
    id: words(entry, 'id'),
    title: plainWords(atomHtml(child(entry, 'title'), scope)),
    link: hrefOf(byRel('alternate'), scope),
    base: givenBase(scope),
    textBase: givenBase(within(scope, html ? content : summary)),
    html: html || atomHtml(summary, scope),
    summary: content ? plainWords(atomHtml(summary, scope)) : '',
    date: parseDate(words(entry, 'published', 'issued', 'updated')),
    updated: parseDate(words(entry, 'updated', 'modified')),
    authors: childrenOf(entry, 'author').map(personOf),
    tags: terms.filter((one) => !isKind(one)).map(({ label, term = '' }) => oneLine(label || term)),
    cover: mediaPicture(entry) || (isPicture ? enclosed : ''),
    recording: isPicture ? '' : enclosed,
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

/** Characters of a title that are examined. */
const wordsMax = 2_000;
/** A tag that makes markup of a title: one that closes another, or a break or picture. */
const markup = /<\/[a-z][a-z\d]*\s*>|<(?:br|img|wbr)\b/i;

/** The words of a title or name in RSS, which doesn't say whether it is HTML: `The <video> element` is not. */
function rssWords(given: string): string {
  return plainWords(markup.test(given.slice(0, wordsMax)) ? given : given.replaceAll('<', '&lt;'));
}

export function rssItem(item: XmlElement, feed: Scope): FeedEntry {
  const scope = within(feed, item);
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
    title: rssWords(words(item, 'title')),
    link: words(item, 'link') || (isLink ? (guid?.text.trim() ?? '') : ''),
    base: givenBase(scope),
    textBase: givenBase(within(scope, child(item, full ? 'content:encoded' : 'description'))),
    html: full || description,
    summary: plainWords(
      full ? words(item, 'description', 'itunes:subtitle') : words(item, 'itunes:subtitle'),
    ),
    date: parseDate(words(item, 'pubDate', 'dc:date')),
    updated: parseDate(words(item, 'atom:updated', 'dcterms:modified')),
    authors: author ? [rssAuthor(author)] : [],
    tags: childrenOf(item, 'category').map(({ text }) => rssWords(text)),
    cover: mediaPicture(item) || (isPicture ? (enclosure?.url ?? '') : ''),
    recording: isPicture ? '' : (enclosure?.url ?? ''),
    isDraft: false,
    kind: '',
  };
}
