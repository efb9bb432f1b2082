import path from 'node:path';
import type { ForeignItem } from '../../foreign.ts';
import { beginsWithFrontMatter, readFrontMatter, SourceProblem } from '../../read-front-matter.ts';
import { decodeAll, isReadable } from '../files/decode-text.ts';
import { createEndIndex } from '../files/end-index.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { createFileFinder, readFileOf } from '../files/find-file.ts';
import { type Heads, type OpenFormat, skip } from '../format.ts';
import type { TextReader } from '../text/text-reader.ts';
import { createInheritance } from './inherited-fields.ts';
import { addressesOf } from './old-addresses.ts';
import {
  redirectsIn,
  redirectsName,
  sidecarNameOf,
  withoutSidecar,
  withSidecar,
} from './own-export.ts';
import { createPathKeys } from './path-keys.ts';
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
/** Most texts examined for front matter. */
const headsMax = 50;

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

/** Finds texts by what other texts call them: by the end of their path, or Jekyll's by their name. */
function createTextFinder(
  texts: readonly string[],
  { root }: SiteConfig,
): (given: string) => string | undefined {
  const inSite = texts.map((name) => name.slice(root.length).replace(/^content\//, ''));
  const stems = inSite.map((name) => name.replace(/\.\w+$/, ''));
  // The first of several counts.
  const named = (names: readonly string[]) =>
    new Map(texts.map((text, index) => [names[index], text] as const).toReversed());
  const [byName, byStemName] = [named(inSite), named(stems)];
  const byEnd = createEndIndex(inSite);
  const byStem = createEndIndex(stems);
  return (given) => {
    const wanted = given.split('/').filter(Boolean);
    const found = byEnd(wanted);
    if (found?.common === wanted.length) return byName.get(found.name);
    const post = ['_posts', ...wanted];
    const stem = byStem(post);
    return stem?.common === post.length ? byStemName.get(stem.name) : undefined;
  };
}

/** The names below a folder; `names` are sorted. */
function namesBelow(names: readonly string[], folder: string): readonly string[] {
  const start = folder === '.' ? '' : `${folder}/`;
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const below: string[] = [];
  for (const name of names.slice(low, low + siblingsMax)) {
    if (!name.startsWith(start)) break;
    below.push(name);
  }
  return below;
}

function contextOf(files: ExportFiles, config: SiteConfig, texts: readonly string[]): FileContext {
  const known = files.names.filter((name) => pictures.test(name)).toSorted();
  const knownSet = new Set(known);
  const find = createFileFinder(files);
  const findText = createTextFinder(texts, config);
  const inheritedBy = createInheritance(files, config);
  const addresses = new Map<string, Promise<string | undefined>>();

  async function readAddress(name: string): Promise<string | undefined> {
    const bytes = await files.read(name, fileMax);
    if (!bytes) return undefined;
    try {
      const { fields: own } = readFrontMatter(decodeAll(bytes));
      const { fields: given } = await inheritedBy(name);
      const fields = new Map([...given, ...own]);
      const createdAt = dateOf(fields, name) ?? 0;
      return addressesOf(fields, name.slice(config.root.length), createdAt, config)[0];
    } catch {
      return undefined;
    }
  }

  function addressOf(name: string): Promise<string | undefined> {
    const address = addresses.get(name) ?? readAddress(name);
    addresses.set(name, address);
    return address;
  }

  return {
    config,
    find,
    inheritedBy,
    picturesFor(folder, text) {
      const above = [...text.matchAll(/(?:\.\.\/)+[^\s"'<>()]{1,300}/g)]
        .slice(0, siblingsMax)
        .map(([address]) => path.posix.join(folder, decodedOf(address)))
        .filter((name) => knownSet.has(name));
      return [...new Set([...namesBelow(known, folder), ...above])];
    },
    async linksIn(text) {
      const links: Record<string, string> = {};
      const named = [
        ...text.matchAll(/\b(?:post_url|link|ref|relref)\s{1,5}"?([^\s"%{}<>]{1,300})/g),
      ].slice(0, linksMax);
      for (const [, given = ''] of named) {
        const [file = ''] = given.split('#');
        const target = findText(file);
        const address = target && (await addressOf(target));
        if (address) links[file] = address;
      }
      return links;
    },
  };
}

function decodedOf(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
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
  // Generators read their files as UTF-8, whatever is in them.
  if (context.config.generator === 'markdown' && !isReadable(content))
    return skip(name, 'it is not UTF-8 text');
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

/** Whether one of the first texts has front matter, as opposed to a readme beside another system's export. */
async function hasFrontMatter(texts: readonly string[], heads: Heads): Promise<boolean> {
  for (const name of texts.slice(0, headsMax)) {
    if (beginsWithFrontMatter(await heads(name))) return true;
  }
  return false;
}

/** The texts among the files; a page of HTML by itself is one if it has front matter, as Jekyll's posts have. */
async function textsOf({ names }: ExportFiles, heads: Heads, config: SiteConfig) {
  const texts = names.filter((name) => isText(name, config));
  const isPage = names.length === 1 && names.every((name) => /\.html?$/i.test(name));
  return texts.length === 0 && isPage && (await hasFrontMatter(names, heads)) ? names : texts;
}

/** Opens folders of Markdown: Hugo's, Jekyll's, this site's own, and others with front matter. */
export const openMarkdown: OpenFormat = async (files, heads, createReader) => {
  const config = await readConfig(files);
  const texts = await textsOf(files, heads, config);
  const [first] = texts;
  if (first === undefined) return undefined;
  const isAmongOthers = config.generator === 'markdown' && files.names.length > texts.length;
  if (isAmongOthers && !(await hasFrontMatter(texts, heads))) return undefined;
  const bytes = await files.read(first, fileMax);
  const isOwn =
    config.generator === 'markdown' &&
    bytes &&
    decodeAll(bytes).slice(0, 4_000).includes('the-content-hub/');
  const hasBeside = files.names.includes(sidecarNameOf(first));
  const context = contextOf(files, config, texts);
  const keysOf = config.generator === 'markdown' ? createPathKeys(texts, files) : undefined;
  const reader = createReader();

  const jsonFiles = !isOwn ? 'none' : hasBeside ? 'all' : 'some';
  async function itemOf(name: string): Promise<ForeignItem> {
    const item = await readTextFile(name, files, context, reader, jsonFiles);
    if (!keysOf || item.kind !== 'text' || item.own?.id !== undefined) return item;
    return { ...item, ...keysOf(name, item.createdAt) };
  }

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
