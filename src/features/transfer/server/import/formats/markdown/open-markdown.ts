import path from 'node:path';
import type { ForeignItem } from '../../foreign.ts';
import { readFrontMatter, SourceProblem } from '../../read-front-matter.ts';
import { decodeAll } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { createFileFinder, readFileOf } from '../files/find-file.ts';
import { type OpenFormat, skip } from '../format.ts';
import type { TextReader } from '../text/text-reader.ts';
import { addressesOf } from './old-addresses.ts';
import {
  redirectsIn,
  redirectsName,
  sidecarNameOf,
  withoutSidecar,
  withSidecar,
} from './own-export.ts';
import { dateOf, type FileContext, readFile } from './read-file.ts';
import { readConfig, type SiteConfig } from './site-config.ts';

/** Maximum size of a file, checked before reading; no text written by a person is this long. */
const fileMax = 5 * 1024 ** 2;
/** Maximum size of a text's JSON file: two thousand characters in each of ten thousand comments. */
const besideMax = 32 * 1024 ** 2;
const systems = {
  hugo: 'Hugo',
  jekyll: 'Jekyll',
  own: 'The Content Hub',
  markdown: 'Markdown files',
} as const;
const pictures = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i;
/** Most pictures beside one text that are considered. */
const siblingsMax = 2_000;
const linksMax = 500;

/** Whether a file is a text of the blog, as opposed to other pages, the theme or a readme. */
function isText(name: string, { generator, root }: SiteConfig): boolean {
  const inSite = name.slice(root.length);
  if (generator === 'jekyll')
    return (
      /(?:^|\/)_(?:posts|drafts)\//i.test(inSite) && /\.(?:md|markdown|mkdn?|html?)$/i.test(inSite)
    );
  if (!/\.(?:md|mdx|markdown)$/i.test(name)) return false;
  return generator !== 'hugo' || /^content\//.test(inSite);
}

function contextOf(files: ExportFiles, config: SiteConfig, texts: readonly string[]): FileContext {
  const known = files.names.filter((name) => pictures.test(name));
  const find = createFileFinder(files);

  async function addressOf(name: string): Promise<string | undefined> {
    const bytes = await files.read(name, fileMax);
    if (!bytes) return undefined;
    try {
      const { fields } = readFrontMatter(decodeAll(bytes));
      const createdAt = dateOf(fields, name) ?? 0;
      return addressesOf(fields, name.slice(config.root.length), createdAt, config)[0];
    } catch {
      return undefined;
    }
  }

  return {
    config,
    find,
    picturesBelow: (folder) =>
      known.filter((name) => folder === '.' || name.startsWith(`${folder}/`)).slice(0, siblingsMax),
    async linksIn(text) {
      const links: Record<string, string> = {};
      const named = [
        ...text.matchAll(/\b(?:post_url|link|ref|relref)\s{1,5}"?([^\s"%{}<>]{1,300})/g),
      ].slice(0, linksMax);
      for (const [, given = ''] of named) {
        const [file = ''] = given.split('#');
        const bare = file.replace(/^\//, '');
        const target = texts.find((name) => {
          const inSite = name.slice(config.root.length).replace(/^content\//, '');
          return (
            inSite === bare ||
            inSite.replace(/\.\w+$/, '').endsWith(path.posix.join('_posts', bare)) ||
            inSite.endsWith(`/${bare}`)
          );
        });
        const address = target && (await addressOf(target));
        if (address) links[file] = address;
      }
      return links;
    },
  };
}

/** Texts of a site of this kind have JSON files beside them; in the export of one author's texts they don't. */
type JsonFiles = 'none' | 'some' | 'all';

/** Reads a file as a text, or returns why it isn't one; a text of this site with its JSON file. */
export async function readTextFile(
  name: string,
  files: Pick<ExportFiles, 'read'>,
  context: FileContext,
  reader: TextReader,
  jsonFiles: JsonFiles,
): Promise<ForeignItem> {
  if (/(?:^|\/)_index\.\w+$/.test(name))
    return skip(name, 'it is the page of a list, not a text', true);
  const content = await files.read(name, fileMax);
  if (!content) return skip(name, 'it is larger than 5 MB or can’t be read');
  try {
    const item = await readFile(name, decodeAll(content), context, reader);
    if (jsonFiles === 'none' || item.kind !== 'text') return item;
    const beside = await files.read(sidecarNameOf(name), besideMax);
    if (beside) return withSidecar(item, decodeAll(beside));
    return jsonFiles === 'all' ? withoutSidecar(item) : item;
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    return skip(name, error.message, error.isIntended);
  }
}

/** Opens folders of Markdown: Hugo's, Jekyll's, this site's own, and others with front matter. */
export const openMarkdown: OpenFormat = async (files, _heads, createReader) => {
  const config = await readConfig(files);
  const texts = files.names.filter((name) => isText(name, config));
  const [first] = texts;
  if (first === undefined) return undefined;
  const bytes = await files.read(first, fileMax);
  const isOwn =
    config.generator === 'markdown' &&
    bytes &&
    decodeAll(bytes).slice(0, 4_000).includes('the-content-hub/');
  const hasBeside = files.names.includes(sidecarNameOf(first));
  // Plain folders of Markdown are read file by file by the caller.
  if (config.generator === 'markdown' && !files.isArchive && !hasBeside) return undefined;
  const context = contextOf(files, config, texts);
  const reader = createReader();

  const jsonFiles = !isOwn ? 'none' : hasBeside ? 'all' : 'some';
  const itemOf = (name: string) => readTextFile(name, files, context, reader, jsonFiles);

  return {
    system: systems[isOwn ? 'own' : config.generator],
    async *items() {
      for (const name of texts) yield await itemOf(name);
      // After the texts that they lead to.
      const redirects = config.root + redirectsName;
      if (isOwn && files.names.includes(redirects)) yield* redirectsIn(files, redirects);
    },
    readFile: readFileOf(files),
    async close() {
      await reader.close();
      await files.close();
    },
  };
};
