import type { ForeignItem } from '../../foreign.ts';
import { SourceProblem } from '../../read-front-matter.ts';
import { decodeText } from '../files/decode-text.ts';
import { readFileOf } from '../files/find-file.ts';
import { readXml, words } from '../files/read-xml.ts';
import { type OpenFormat, SkippedKinds, skip } from '../format.ts';
import { plainWords } from '../plain-words.ts';
import { readItem } from './read-item.ts';
import { attachmentsMax, readSite } from './read-site.ts';

const isWxr = (head: string) =>
  /<wp:wxr_version>|xmlns:wp=["']https?:\/\/wordpress\.org\/export\//.test(head);

const reasons: Readonly<Record<string, string>> = {
  attachment: 'pictures come along with the texts that show them',
  wp_block: 'reusable blocks come along with the texts that show them',
  revision: 'only the latest version of a text is brought in',
  nav_menu_item: 'it is part of a menu',
};

/** Opens WordPress's export (WXR), in one or several files; Squarespace uses the same format. */
export const openWordPress: OpenFormat = async (files, heads, createReader) => {
  const names: string[] = [];
  for (const name of files.names) {
    if (/\.(?:xml|wxr)$/i.test(name) || files.names.length === 1) {
      if (isWxr(await heads(name))) names.push(name);
    }
  }
  if (names.length === 0) return undefined;
  const head = await heads(names[0] ?? '');
  const isSquarespace = /squarespace|\bsqs-/i.test(head) && !head.includes('<wp:base_blog_url>');
  const site = await readSite(files, names, isSquarespace ? 'Squarespace' : 'WordPress');
  const reader = createReader();

  async function* itemsOf(name: string, kinds: SkippedKinds): AsyncGenerator<ForeignItem> {
    const records = readXml(decodeText(files.stream(name)), { isRecord: (one) => one === 'item' });
    for await (const record of records) {
      if ('problem' in record) {
        yield skip(`${record.name} (line ${record.line})`, record.problem);
        continue;
      }
      const { element } = record;
      const type = words(element, 'wp:post_type') || 'post';
      const title = plainWords(words(element, 'title')) || words(element, 'wp:post_name');
      if (type === 'page')
        yield skip(
          title || 'without a title',
          'it is a page of the site, not a text of its blog',
          true,
        );
      else if (type !== 'post') kinds.add(type.slice(0, 60));
      else {
        try {
          yield await readItem(element, site, reader);
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          yield skip(title || `the item at line ${record.line}`, error.message, error.isIntended);
        }
      }
    }
  }

  return {
    system: site.flavour,
    async *items() {
      const kinds = new SkippedKinds();
      for (const name of names) yield* itemsOf(name, kinds);
      yield* kinds.skips((kind) => reasons[kind] ?? 'it is no text of the blog');
      if (site.uploadsLeftOut > 0) {
        yield skip(
          `uploads (${site.uploadsLeftOut.toLocaleString('en')})`,
          `covers and galleries know the first ${attachmentsMax.toLocaleString('en')} uploads only`,
        );
      }
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
