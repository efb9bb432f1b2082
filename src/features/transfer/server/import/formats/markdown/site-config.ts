import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { withTexts } from '../../read-front-matter.ts';
import { decodeAll } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { type Fields, fieldsOf, textOf } from '../ghost/ghost-cards.ts';
import { type Defaults, hugoCascade, jekyllDefaults } from './inherited-fields.ts';

/** The site generator. */
type Generator = 'hugo' | 'jekyll' | 'markdown';

export interface SiteConfig {
  readonly generator: Generator;
  /** The site's folder in the export: empty, or a path with a trailing `/`. */
  readonly root: string;
  /** Permalink patterns: Jekyll's single one, or Hugo's by section. */
  readonly permalinks: Readonly<Record<string, string>>;
  /** The site's base path, without a trailing `/`. */
  readonly basePath: string;
  /** Front matter that the site gives to its texts: Jekyll's `defaults`, Hugo's `cascade`. */
  readonly defaults: readonly Defaults[];
}

const configMax = 256 * 1024;
const hugoFiles =
  /^(?:hugo|config)\.(?:toml|ya?ml|json)$|^config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/;

function parseConfig(name: string, text: string): Fields {
  try {
    if (name.endsWith('.toml')) return fieldsOf(withTexts(parseToml(text)));
    if (name.endsWith('.json')) return fieldsOf(JSON.parse(text));
    return fieldsOf(parseDocument(text, { logLevel: 'silent' }).toJS({ maxAliasCount: 100 }));
  } catch {
    // The texts can be read without it; only their previous addresses follow the defaults.
    return {};
  }
}

/** Hugo's permalinks of pages, in either of its two notations. */
function sectionsOf(value: unknown): Readonly<Record<string, string>> {
  const all = fieldsOf(value);
  const pages = { ...all, ...fieldsOf(all.page) };
  return Object.fromEntries(
    Object.entries(pages).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Detects the generator of the files, and its rules for addresses. */
export async function readConfig(files: ExportFiles): Promise<SiteConfig> {
  const below = (root: string) =>
    files.names.filter((name) => name.startsWith(root)).map((name) => name.slice(root.length));
  const tops = new Set(files.names.map((name) => name.split('/')[0] ?? ''));
  // Archives usually have a single top-level folder.
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
    defaults: isJekyll ? jekyllDefaults(config) : hugoCascade(config.cascade),
  };
}
