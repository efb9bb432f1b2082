import path from 'node:path';
import {
  type FieldValues,
  mapFields,
  type OptionalName,
  optionalNames,
} from '../../../../../../blog/fields.ts';
import { plainTextOf } from '../../../../../../platform/markdown/plain-text.ts';
import { shorten } from '../../../../../../platform/text/shorten.ts';
import { ownFormat } from '../../../export/blog-file.ts';
import type { ForeignItem, ForeignPerson, ForeignPicture } from '../../foreign.ts';
import { isCategory } from '../../items/choices.ts';
import { parseDate } from '../../parse-date.ts';
import {
  dateFields,
  type FrontMatter,
  fieldKey,
  listField,
  readFrontMatter,
  SourceProblem,
  textField,
} from '../../read-front-matter.ts';
import { skip } from '../format.ts';
import { fieldsOf, textOf } from '../ghost/ghost-cards.ts';
import { emailOf, nameOf, uniquePeople } from '../people.ts';
import { titleFromText } from '../plain-words.ts';
import type { Markup } from '../text/markup.ts';
import type { TextReader } from '../text/text-reader.ts';
import type { Inherited } from './inherited-fields.ts';
import { jekyllNames, jekyllTitle } from './jekyll-names.ts';
import { addressesOf } from './old-addresses.ts';
import type { SiteConfig } from './site-config.ts';
import { stateOf } from './text-state.ts';

/** What reading a file's text needs. */
export interface FileContext {
  readonly config: SiteConfig;
  /** Names of the pictures below the folder of a text, and of those above that it names. */
  readonly picturesFor: (folder: string, text: string) => readonly string[];
  /** Previous addresses of the texts that a text refers to, by file name. */
  readonly linksIn: (text: string) => Promise<Readonly<Record<string, string>>>;
  /** What a text takes from its site. */
  readonly inheritedBy: (name: string) => Promise<Inherited>;
  /** Finds a file by its address. */
  readonly find: (address: string) => string | undefined;
}

const coverFields = [
  'image',
  'imageurl',
  'cover',
  'coverimage',
  'featuredimage',
  'heroimage',
  'featureimage',
  'banner',
  'thumbnail',
  'headerimage',
];

function coverOf(
  fields: FrontMatter,
  folder: string,
  { find }: FileContext,
): ForeignPicture | null {
  for (const name of coverFields) {
    const value = fields.get(name);
    const parts = fieldsOf(value);
    const given =
      textOf(value) ||
      textOf(parts.src ?? parts.url ?? parts.path ?? parts.image ?? parts.teaser ?? parts.feature);
    if (!given.trim()) continue;
    const isWeb = /^(?:https?:)?\/\//.test(given);
    const address = isWeb ? given : (find(path.posix.join(folder, given)) ?? find(given) ?? given);
    const alternativeText =
      textOf(parts.alt) || textField(fields, `${name}alt`, `${name}alttext`) || '';
    return { address, alternativeText };
  }
  return null;
}

/** A handle in brackets after a name: `(@handle)`, `(github.com/handle)` or a bare `(handle)`. */
const handle = / ?\((?:@[\w.-]+|(?:https?:\/\/)?github\.com\/[\w.-]+|[a-z0-9][a-z0-9_-]*)\)/g;

const withoutHandles = (name: string) => name.replace(handle, '').trim() || name;

function authorsOf(fields: FrontMatter): readonly ForeignPerson[] {
  const given = fields.get('author') ?? fields.get('authors');
  const people = (Array.isArray(given) ? given : [given]).map((one: unknown): ForeignPerson => {
    const email = emailOf(textOf(fieldsOf(one).email));
    const name = nameOf(textOf(one), textOf(fieldsOf(one).name));
    return { name: withoutHandles(name), ...(email && { email }) };
  });
  return uniquePeople(people);
}

/** Names in a field, also in the tables of other generators: `[taxonomies] tags = […]`. */
function namesIn(
  fields: FrontMatter,
  { generator }: SiteConfig,
  ...names: readonly string[]
): readonly string[] {
  const inner = new Map(Object.entries(fieldsOf(fields.get('taxonomies'))));
  const found = names.flatMap((name) => [
    ...(generator === 'jekyll' ? jekyllNames(fields, name) : listField(fields, name)),
    ...listField(inner, name),
  ]);
  return [...new Set(found)];
}

const givenDate = (fields: FrontMatter) => textField(fields, ...dateFields);

export function dateOf(fields: FrontMatter, name: string): number | undefined {
  const [stamp, folder] = [name, path.posix.dirname(name)].map(
    (each) => /(?<=^|-)\d{4}-\d{2}-\d{2}(?=-)/.exec(path.posix.basename(each))?.[0],
  );
  return parseDate(givenDate(fields) ?? '') ?? parseDate(stamp ?? folder ?? '');
}

function formatOf(name: string, fields: FrontMatter, { generator }: SiteConfig): Markup['format'] {
  if (textField(fields, 'format') === ownFormat) return 'own';
  if (/\.html?$/i.test(name)) return 'html';
  if (/\.mdx$/i.test(name)) return 'mdx';
  return generator;
}

function optionalsOf(fields: FrontMatter): FieldValues<OptionalName> {
  return mapFields(optionalNames, (field) => textField(fields, fieldKey(field.frontMatter)) ?? '');
}

/** What a file's place says: Jekyll never publishes a post whose name doesn't begin with a date. */
function placeOf(inSite: string, { generator }: SiteConfig) {
  const isDated = /^\d{2,4}-\d{1,2}-\d{1,2}-/.test(path.posix.basename(inSite));
  return {
    isInDrafts: /(?:^|\/)_?drafts\//i.test(inSite),
    isLeftOut: generator === 'jekyll' && !isDated,
  };
}

/** Reads a file as a text. Throws `SourceProblem` if it can't be one. */
export async function readFile(
  name: string,
  text: string,
  context: FileContext,
  reader: TextReader,
): Promise<ForeignItem> {
  const { config } = context;
  const { fields: own, body } = readFrontMatter(text);
  const inherited = await context.inheritedBy(name);
  const fields: FrontMatter = new Map([...inherited.fields, ...own]);
  const inSite = name.slice(config.root.length);
  const folder = path.posix.dirname(name);
  const date = dateOf(fields, name);
  const { state, audience, notes } = stateOf(fields, { ...inherited, ...placeOf(inSite, config) });
  if (date === undefined && state === 'published') {
    const unread = givenDate(fields);
    throw new SourceProblem(
      unread === undefined
        ? 'it has no date, neither in its front matter nor at the start of its name'
        : `its date ${JSON.stringify(shorten(unread, 40))} isn't one`,
    );
  }
  const givenTitle = textField(fields, 'title');
  const isOwn = textField(fields, 'format') === ownFormat;
  const read = await reader.read({
    format: formatOf(name, fields, config),
    text: body,
    title: givenTitle,
    folder,
    ...(!isOwn && {
      siblings: context.picturesFor(folder, body),
      links: await context.linksIn(body),
    }),
  });
  const named = config.generator === 'jekyll' ? jekyllTitle(inSite) : '';
  const title = givenTitle ?? read.facts?.title?.at(0) ?? named;
  if (!read.markdown) return skip(name, 'it has no text below its front matter', true);
  const summary =
    textField(fields, 'description', 'shortdescription', 'excerpt', 'summary', 'subtitle') ?? '';
  const categories = namesIn(fields, config, 'categories', 'category');
  return {
    kind: 'text',
    ...(isOwn && {
      own: { category: categories.find(isCategory), optionals: optionalsOf(fields) },
    }),
    key: `${isOwn ? 'own' : config.generator}:${inSite}`,
    name,
    title: title || titleFromText(read.plain),
    markdown: read.markdown,
    summary: isOwn ? summary : plainTextOf(summary),
    cover: coverOf(fields, folder, context),
    createdAt: date ?? null,
    updatedAt:
      parseDate(
        textField(fields, 'lastmod', 'updated', 'lastmodified', 'modified', 'updatedat') ?? '',
      ) ?? null,
    authors: authorsOf(fields),
    categories,
    tags: namesIn(fields, config, 'tags', 'tag', 'keywords'),
    state,
    audience,
    addresses: date === undefined ? [] : addressesOf(fields, inSite, date, config),
    comments: [],
    notes: [...notes, ...read.notes],
  };
}
