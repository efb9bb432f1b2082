import type { ForeignPerson, ForeignPicture, ForeignSkip, ForeignText } from '../../foreign.ts';
import { parseDate } from '../../parse-date.ts';
import { pathsOf, siteOf } from '../addresses.ts';
import { narrowest, noteOfPart } from '../audiences.ts';
import { childrenOf, words, type XmlElement } from '../files/read-xml.ts';
import { skip } from '../format.ts';
import { nameOf, uniquePeople } from '../people.ts';
import { plainWords, titleFromText } from '../plain-words.ts';
import { wordsOfHtml } from '../text/html-text.ts';
import type { GalleryPicture, Markup } from '../text/markup.ts';
import type { TextReader } from '../text/text-reader.ts';
import { readersOfItem } from './limited-readers.ts';
import { readComments } from './read-comments.ts';
import { metaOf, type WordPressSite } from './read-site.ts';
import { withBlocks } from './reusable-blocks.ts';

const states: Readonly<Record<string, ForeignText['state']>> = {
  publish: 'published',
  draft: 'draft',
  pending: 'draft',
  'auto-draft': 'draft',
  future: 'scheduled',
  private: 'private',
};

function termsOf(item: XmlElement, domain: string): readonly string[] {
  const terms = childrenOf(item, 'category').filter(
    ({ attributes }) => attributes.domain === domain,
  );
  const names = terms.map(({ text }) => plainWords(text)).filter(Boolean);
  return [...new Set(names)];
}

/** The authors of a text, including those added by a plug-in for several authors. */
function authorsOf(item: XmlElement, { authors }: WordPressSite): readonly ForeignPerson[] {
  // WordPress itself reads a name that is no login without the characters that logins can't have.
  const known = (login: string) =>
    authors.get(login) ?? authors.get(login.replace(/[^\w .@-]/g, '').trim());
  const creator = words(item, 'dc:creator');
  const others = childrenOf(item, 'category')
    .filter(({ attributes }) => attributes.domain === 'author')
    .map(({ attributes, text }) => known(attributes.nicename ?? '') ?? { name: plainWords(text) });
  const first = known(creator) ?? { name: nameOf(creator) };
  return uniquePeople(others.length > 0 ? [...others] : [first]);
}

/** The uploads that the text's galleries refer to. */
function galleriesOf(
  text: string,
  id: string,
  site: WordPressSite,
): Pick<Markup, 'pictures' | 'attached'> {
  if (!text.includes('[gallery')) return {};
  const attached = site.attached.get(id) ?? [];
  const named = [...text.matchAll(/\[gallery\b([^[\]]{0,4000})\]/g)].flatMap(([, values = '']) =>
    [...values.matchAll(/\d{1,12}/g)].map(([one]) => one),
  );
  const pictures: Record<string, GalleryPicture> = {};
  for (const one of [...named, ...attached]) {
    const picture = site.attachments.get(one);
    if (picture) pictures[one] = picture;
  }
  return { pictures, attached };
}

function footnotesOf(item: XmlElement): Readonly<Record<string, string>> {
  const given = metaOf(item, 'footnotes');
  if (!given) return {};
  try {
    const notes: unknown = JSON.parse(given);
    const found = (Array.isArray(notes) ? notes : []).filter(
      (one): one is { id: string; content: string } =>
        typeof one?.id === 'string' && typeof one.content === 'string',
    );
    return Object.fromEntries(found.map(({ id, content }) => [id, content]));
  } catch {
    return {};
  }
}

function coverOf(item: XmlElement, { attachments }: WordPressSite): ForeignPicture | null {
  const picture = attachments.get(metaOf(item, '_thumbnail_id'));
  return picture ? { address: picture.address, alternativeText: picture.alternativeText } : null;
}

function dateOf(item: XmlElement): number | undefined {
  const given = ['wp:post_date_gmt', 'wp:post_date', 'pubDate'].map((name) =>
    parseDate(words(item, name)),
  );
  return given.find((time) => time !== undefined);
}

function nameOfItem(item: XmlElement): string {
  return (
    plainWords(words(item, 'title')) || words(item, 'wp:post_name', 'link') || 'without a title'
  );
}

/** Whether a text refers to a picture or block that isn't in the export. */
function lacksParts(item: XmlElement, text: string, { attachments, blocks }: WordPressSite) {
  const cover = metaOf(item, '_thumbnail_id');
  const galleries = [...text.matchAll(/\[gallery\b([^[\]]{0,4000})\]/g)].map(
    ([, values = '']) => /\bids=["']?([\d,\s]+)/.exec(values)?.[1]?.match(/\d+/g) ?? [],
  );
  const references = [...text.matchAll(/<!-- wp:(?:core\/)?block \{"ref":"?(\d{1,20})/g)];
  return (
    (cover !== '' && !attachments.has(cover)) ||
    // One without ids shows whatever was uploaded to the text.
    galleries.some((ids) => ids.length === 0 || ids.some((id) => !attachments.has(id))) ||
    references.some(([, id = '']) => !blocks.has(id))
  );
}

/** Reads an item as a text of the blog. Throws `SourceProblem` if it can't be read. */
export async function readItem(
  item: XmlElement,
  site: WordPressSite,
  reader: TextReader,
): Promise<ForeignText | ForeignSkip> {
  const status = words(item, 'wp:status') || 'publish';
  const name = nameOfItem(item);
  if (status === 'trash') return skip(name, 'it was in the trash', true);
  const id = words(item, 'wp:post_id');
  const link = words(item, 'link');
  const base = URL.parse(link, site.address || undefined)?.href ?? (site.address || undefined);
  // Without them, a text that is here already would lose them.
  if (site.isCut && lacksParts(item, words(item, 'content:encoded'), site)) {
    return skip(name, 'a picture or block of it would follow in the file, which ends early');
  }
  const { text, notes: blockNotes } = withBlocks(words(item, 'content:encoded'), site.blocks);
  const title = plainWords(words(item, 'title'));
  const read = await reader.read({
    format: site.flavour === 'Squarespace' ? 'html' : 'wordpress',
    text,
    base,
    footnotes: footnotesOf(item),
    ...galleriesOf(text, id, site),
  });
  if (!read.markdown) return skip(name, 'it has no text', true);
  const notes = [...read.notes, ...blockNotes];
  if (read.readers) notes.push(noteOfPart(read.readers));
  const date = dateOf(item);
  const givenState = states[status];
  if (!givenState)
    notes.push(
      `Its state ${JSON.stringify(status.slice(0, 40))} is not known here: it is a draft.`,
    );
  const updatedAt = parseDate(words(item, 'wp:post_modified_gmt')) ?? null;
  const ifUndated = date ?? updatedAt ?? site.exportedAt ?? 0;
  const { comments, leftOut, notes: commentNotes } = await readComments(item, reader, ifUndated);
  return {
    kind: 'text',
    key: `${site.flavour.toLowerCase()}:${siteOf(site.address)}:${id || pathsOf([link, words(item, 'guid')]).at(0) || title}`,
    name,
    title: title || titleFromText(read.plain),
    markdown: read.markdown,
    summary: wordsOfHtml(words(item, 'excerpt:encoded').slice(0, 20_000)),
    cover: coverOf(item, site),
    createdAt: date ?? null,
    updatedAt,
    authors: authorsOf(item, site),
    categories: termsOf(item, 'category').filter((one) => one !== 'Uncategorized'),
    tags: termsOf(item, 'post_tag'),
    state: givenState ?? 'draft',
    audience: narrowest<ForeignText['audience']>(
      words(item, 'wp:post_password') ? 'password' : 'everybody',
      readersOfItem(item),
      read.readers,
    ),
    addresses: addressesOf(item, site),
    comments,
    ...(leftOut > 0 && { commentsLeftOut: leftOut }),
    notes: [...notes, ...commentNotes],
  };
}

function addressesOf(item: XmlElement, { address, flavour }: WordPressSite): readonly string[] {
  const id = words(item, 'wp:post_id');
  const base = URL.parse(address)?.pathname.replace(/\/?$/, '/') ?? '/';
  const byId = id && flavour === 'WordPress' ? `${base}?p=${id}` : undefined;
  const guid = words(item, 'guid');
  // A copied text has the guid of its original, whose address it is.
  const url = URL.parse(guid);
  const isOthers = url?.pathname === base && (url.searchParams.get('p') ?? id) !== id;
  return pathsOf([words(item, 'link'), byId, isOthers ? '' : guid], address || undefined);
}
