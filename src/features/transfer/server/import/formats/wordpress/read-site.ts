import type { ForeignPerson } from '../../foreign.ts';
import { ImportRefused } from '../../import-refused.ts';
import { parseDate } from '../../parse-date.ts';
import { decodeText } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { childrenOf, readXml, words, type XmlElement } from '../files/read-xml.ts';
import { emailOf, nameOf } from '../people.ts';
import { plainWords } from '../plain-words.ts';
import type { GalleryPicture } from '../text/markup.ts';
import { isReusableBlock, readBlocks } from './read-blocks.ts';
import type { ReusableBlocks } from './reusable-blocks.ts';

/** Data that a site's texts refer to: read before them, as it may come after them in the file. */
export interface WordPressSite {
  readonly flavour: 'WordPress' | 'Squarespace';
  /** The site's address; empty if the export has none. */
  readonly address: string;
  readonly exportedAt: number | undefined;
  /** Keyed by login. */
  readonly authors: ReadonlyMap<string, ForeignPerson>;
  /** Uploads by id. */
  readonly attachments: ReadonlyMap<string, GalleryPicture>;
  /** Ids of uploads by the id of the text that they are attached to. */
  readonly attached: ReadonlyMap<string, readonly string[]>;
  readonly blocks: ReusableBlocks;
  /** Whether a file ends early, so that some of this may be missing. */
  readonly isCut: boolean;
  /** Number of uploads beyond the limit: texts have them by their addresses only. */
  readonly uploadsLeftOut: number;
}

/** Maximum number of uploads kept in memory; each takes some 200 bytes. */
export const attachmentsMax = 300_000;

const siteRecords = new Set([
  'item',
  'wp:author',
  'wp:base_blog_url',
  'link',
  'generator',
  'pubDate',
]);
const bodies = new Set(['content:encoded', 'wp:comment_content']);

export function metaOf(item: XmlElement, key: string): string {
  const meta = childrenOf(item, 'wp:postmeta').find((one) => words(one, 'wp:meta_key') === key);
  return meta ? words(meta, 'wp:meta_value') : '';
}

function authorOf(element: XmlElement): readonly [string, ForeignPerson] {
  const login = words(element, 'wp:author_login');
  const email = emailOf(words(element, 'wp:author_email')) ?? emailOf(login);
  const full = `${words(element, 'wp:author_first_name')} ${words(element, 'wp:author_last_name')}`;
  const name = nameOf(
    plainWords(words(element, 'wp:author_display_name')),
    plainWords(full),
    login,
    email,
  );
  return [login, { name, ...(email && { email }) }];
}

/** Reads the site's authors and uploads from all its files, and in a second pass its reusable blocks, if it has any. */
export async function readSite(
  files: ExportFiles,
  names: readonly string[],
  flavour: WordPressSite['flavour'],
): Promise<WordPressSite> {
  const authors = new Map<string, ForeignPerson>();
  const attachments = new Map<string, GalleryPicture>();
  const attached = new Map<string, string[]>();
  const facts = new Map<string, string>();
  let hasBlocks = false;
  let isCut = false;
  let uploadsLeftOut = 0;

  function see(element: XmlElement): void {
    if (element.name === 'wp:author') {
      const [login, person] = authorOf(element);
      if (login && person.name && !authors.has(login)) authors.set(login, person);
      return;
    }
    if (element.name !== 'item') {
      const text = element.text.trim();
      if (text && !facts.has(element.name)) facts.set(element.name, text);
      return;
    }
    const type = words(element, 'wp:post_type');
    if (isReusableBlock(type)) hasBlocks = true;
    if (type === 'attachment' && attachments.size >= attachmentsMax) uploadsLeftOut += 1;
    else if (type === 'attachment') {
      const id = words(element, 'wp:post_id');
      const address = words(element, 'wp:attachment_url', 'guid');
      if (!id || !address) return;
      attachments.set(id, {
        address,
        alternativeText: plainWords(metaOf(element, '_wp_attachment_image_alt')),
        caption: plainWords(words(element, 'excerpt:encoded')),
      });
      const parent = words(element, 'wp:post_parent');
      if (!parent || parent === '0') return;
      const ids = attached.get(parent) ?? [];
      ids.push(id);
      attached.set(parent, ids);
    }
  }

  for (const name of names) {
    const records = readXml(decodeText(files.stream(name)), {
      isRecord: (one) => siteRecords.has(one),
      isIgnored: (one) => bodies.has(one),
    });
    try {
      for await (const record of records) if ('element' in record) see(record.element);
    } catch (error) {
      // A truncated file is reported when its texts are read.
      if (!(error instanceof ImportRefused)) throw error;
      isCut = true;
    }
  }
  const address = facts.get('wp:base_blog_url') ?? facts.get('link') ?? '';
  return {
    flavour,
    address,
    exportedAt: parseDate(facts.get('pubDate') ?? ''),
    authors,
    attachments,
    attached,
    blocks: hasBlocks ? await readBlocks(files, names) : new Map(),
    isCut,
    uploadsLeftOut,
  };
}
