import path from 'node:path';
import { isoOf } from '../../../../../../platform/text/iso-of.ts';
import { type FrontMatter, listField, textField } from '../../read-front-matter.ts';
import { pathsOf } from '../addresses.ts';
import { jekyllNames } from './jekyll-names.ts';
import type { SiteConfig } from './site-config.ts';

const jekyllStyles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}

/** A file's name without date and extension; for a bundle, that of its folder. */
function stemOf(name: string): string {
  const file = path.posix
    .basename(name)
    .replace(/\.[a-z]+$/i, '')
    .replace(/\.[a-z]{2}$/, '');
  const stem =
    file === 'index' || file === '_index' ? path.posix.basename(path.posix.dirname(name)) : file;
  return stem.replace(/^\d{4}-\d{1,2}-\d{1,2}-/, '');
}

/** A permalink pattern with its placeholders filled in. */
function filled(pattern: string, parts: Readonly<Record<string, string>>): string {
  const address = pattern.replace(/:([a-z_]+)/g, (whole, name: string) => parts[name] ?? whole);
  return address.includes(':') ? '' : address.replace(/\/{2,}/g, '/');
}

function partsOf(fields: FrontMatter, name: string, createdAt: number) {
  const [year = '', month = '', day = ''] = isoOf(createdAt).slice(0, 10).split('-');
  const slug = textField(fields, 'slug');
  const stem = stemOf(name);
  const dayOfYear = Math.floor((createdAt - Date.UTC(Number(year), 0, 1)) / 86_400_000) + 1;
  return {
    year,
    month,
    day,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    y_day: String(dayOfYear).padStart(3, '0'),
    stem,
    own: slug ?? stem,
    titled: slugOf(textField(fields, 'title') ?? stem),
  };
}

function jekyllAddress(
  fields: FrontMatter,
  name: string,
  createdAt: number,
  { permalinks }: SiteConfig,
): string {
  const { own, ...parts } = partsOf(fields, name, createdAt);
  const before = name.slice(0, Math.max(0, name.search(/(?:^|\/)_(?:posts|drafts)\//)));
  const [single] = jekyllNames(fields, 'category');
  const given = single === undefined ? jekyllNames(fields, 'categories') : [single];
  const folders = before.split('/').filter(Boolean);
  const categories = [...new Set([...folders, ...given].map((one) => one.toLowerCase()))]
    .map((one) => one.replace(/\s+/g, '%20'))
    .join('/');
  const permalink = textField(fields, 'permalink') ?? permalinks[''] ?? 'date';
  const pattern = jekyllStyles[permalink] ?? permalink;
  return filled(pattern, {
    ...parts,
    title: own,
    slug: slugOf(own),
    categories,
    output_ext: '.html',
  });
}

function hugoAddress(
  fields: FrontMatter,
  name: string,
  createdAt: number,
  { permalinks }: SiteConfig,
): string {
  const url = textField(fields, 'url');
  if (url) return url.startsWith('/') || /^https?:/.test(url) ? url : `/${url}`;
  const below = name.replace(/^content\//, '');
  const isBundle = /(?:^|\/)index\.[a-z.]+$/i.test(below);
  const folder = path.posix
    .dirname(isBundle ? path.posix.dirname(below) : below)
    .replace(/^\.$/, '');
  const [section = ''] = below.split('/');
  const { own, titled, stem, ...parts } = partsOf(fields, name, createdAt);
  // Hugo keeps the date at the beginning of a file name.
  const file = path.posix
    .basename(isBundle ? path.posix.dirname(below) : below)
    .replace(/\.[a-z]+$/i, '')
    .replace(/\.[a-z]{2}$/, '');
  const last = textField(fields, 'slug') ?? file;
  const pattern = permalinks[section];
  if (!pattern)
    return `/${[folder, last].filter(Boolean).join('/')}/`.toLowerCase().replace(/\s+/g, '-');
  const names = {
    title: titled,
    slug: textField(fields, 'slug') ?? titled,
    contentbasename: file,
    slugorcontentbasename: own,
    slugorfilename: last,
  };
  return filled(pattern, {
    ...parts,
    ...names,
    filename: file,
    section,
    sections: folder,
  }).toLowerCase();
}

/** A text's previous addresses: from its front matter or by the generator's rules, and its aliases. */
export function addressesOf(
  fields: FrontMatter,
  name: string,
  createdAt: number,
  config: SiteConfig,
): readonly string[] {
  const { generator, basePath } = config;
  const main =
    generator === 'jekyll'
      ? jekyllAddress(fields, name, createdAt, config)
      : generator === 'hugo'
        ? hugoAddress(fields, name, createdAt, config)
        : (textField(fields, 'permalink', 'url') ?? '');
  const before = ['aliases', 'alias', 'redirectfrom'].flatMap((field) => listField(fields, field));
  const rooted = [main, ...before].filter(Boolean).map((one) => {
    if (/^https?:/.test(one)) return one;
    return `${basePath}${one.startsWith('/') ? '' : '/'}${one}`;
  });
  return pathsOf(rooted);
}
