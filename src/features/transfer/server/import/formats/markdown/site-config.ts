import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { decodeAll } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { type Fields, fieldsOf, textOf } from '../ghost/ghost-cards.ts';

/** What made a site of the folder. */
type Generator = 'hugo' | 'jekyll' | 'markdown';

export interface SiteConfig {
  readonly generator: Generator;
  /** Where the site's files begin in the export: empty, or a folder with `/`. */
  readonly root: string;
  /** How addresses are made: Jekyll's one way, or Hugo's by the section of a text. */
  readonly permalinks: Readonly<Record<string, string>>;
  /** The path that the site stood below, without `/` at its end. */
  readonly basePath: string;
}

const configMax = 256 * 1024;
const hugoFiles =
  /^(?:hugo|config)\.(?:toml|ya?ml|json)$|^config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/;

function parseConfig(name: string, text: string): Fields {
  try {
    if (name.endsWith('.toml')) return fieldsOf(parseToml(text));
    if (name.endsWith('.json')) return fieldsOf(JSON.parse(text));
    return fieldsOf(parseDocument(text, { logLevel: 'silent' }).toJS({ maxAliasCount: 100 }));
  } catch {
    // The texts can be read without it; only their old addresses are those of a plain site.
    return {};
  }
}

/** Hugo's permalinks of pages, in either of its two spellings. */
function sectionsOf(value: unknown): Readonly<Record<string, string>> {
  const all = fieldsOf(value);
  const pages = { ...all, ...fieldsOf(all.page) };
  return Object.fromEntries(
    Object.entries(pages).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Finds out what made a site of the files, and how it made its addresses. */
export async function readConfig(files: ExportFiles): Promise<SiteConfig> {
  const below = (root: string) =>
    files.names.filter((name) => name.startsWith(root)).map((name) => name.slice(root.length));
  const tops = new Set(files.names.map((name) => name.split('/')[0] ?? ''));
  // An archive mostly holds one folder with all that it holds.
  const [only = ''] = tops;
  const root = tops.size === 1 && files.names.some((name) => name.includes('/')) ? `${only}/` : '';
  const isSite = /^(?:content|_posts|_drafts)$/.test(only);
  const from = isSite ? '' : root;
  const names = below(from);
  const isJekyll =
    names.includes('_config.yml') || names.some((name) => /(?:^|\/)_posts\//.test(name));
  const hugo = names.find((name) => hugoFiles.test(name));
  const generator = isJekyll ? 'jekyll' : hugo !== undefined || isSite ? 'hugo' : 'markdown';
  const file = isJekyll ? '_config.yml' : hugo;
  const bytes = file === undefined ? undefined : await files.read(from + file, configMax);
  const config = bytes && file ? parseConfig(file, decodeAll(bytes)) : {};
  const base = textOf(config.baseURL ?? config.baseurl ?? config.baseUrl);
  const url = URL.parse(base, 'https://site.invalid/');
  return {
    generator,
    root: from,
    permalinks: isJekyll
      ? { '': textOf(config.permalink) || 'date' }
      : sectionsOf(config.permalinks),
    basePath: (url?.pathname ?? '').replace(/\/$/, ''),
  };
}
