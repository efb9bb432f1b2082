import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Nodes, Root } from 'mdast';
import { type BlogText, blogTextSchema } from '../../../../blog/blog-text.ts';
import { artworkOf, type Category } from '../../../../blog/contract.ts';
import { blogFields, type FieldValues, fieldNames, mapFields } from '../../../../blog/fields.ts';
import { takeTags } from '../../../../blog/tags.ts';
import { layOut } from '../../../../platform/markdown/lay-out.ts';
import type { Layout } from '../../../../platform/markdown/layout-bounds.ts';
import { parseMarkdown, plainTextOf, textOf } from '../../../../platform/markdown/plain-text.ts';
import { shorten } from '../../../../platform/text/shorten.ts';
import { isPictureUrl } from '../../../../platform/text/web-url.ts';
import { ownFormat } from '../export/blog-file.ts';
import type { Source } from './find-sources.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { mapCategory } from './map-category.ts';
import { parseDate } from './parse-date.ts';
import {
  type FrontMatter,
  fieldKey,
  intricate,
  listField,
  readFrontMatter,
  SourceProblem,
  textField,
} from './read-front-matter.ts';
import { summaryOf } from './summary-of.ts';

/** Maximum size of a file, checked before reading; no text written by a person is this long. */
const bytesMax = 5 * 1024 * 1024;

export interface ReadOptions {
  /** Replaces the category in the file. */
  readonly category?: Category | undefined;
  /** Replaces the author in the file. */
  readonly author?: string | undefined;
}

/** The content of a file. */
export interface ReadBlog extends BlogText {
  readonly layout: Layout;
  /** The author's name in the file. */
  readonly authorName: string | undefined;
  readonly createdAt: number;
}

/**
 * Reads a file as a blog. Throws `SourceProblem` with the reason if it can't be one. It can be slow: call it in a
 * worker thread with a deadline.
 */
export async function readSource(source: Source, options: ReadOptions): Promise<ReadBlog> {
  const { fields, body } = readFrontMatter(await readText(source));
  if (isDraft(fields)) throw new SourceProblem('it is marked as a draft', { isIntended: true });
  const createdAt = dateOf(fields, source.name);
  const text = body.replace(/\r\n?/g, '\n').trim();
  const checked = blogTextSchema.safeParse(
    textField(fields, 'format') === ownFormat
      ? ownTextOf(fields, text, options)
      : foreignTextOf(fields, text, source, options),
  );
  if (!checked.success)
    throw new SourceProblem(checked.error.issues.map((issue) => issue.message).join(' '));
  const layout = layOut(checked.data.longDescription);
  if (!layout) throw new SourceProblem(intricate);
  return {
    ...checked.data,
    layout,
    authorName: options.author ?? authorNameOf(fields),
    createdAt,
  };
}

/** The fields of a file that a site of this kind wrote: complete and taken verbatim. */
function ownTextOf(fields: FrontMatter, text: string, { category }: ReadOptions) {
  const own = mapFields(fieldNames, ({ frontMatter }) =>
    frontMatter === null ? text : textField(fields, fieldKey(frontMatter)),
  );
  const tags = tagsOf(fields, blogFields.tags.frontMatter);
  return { ...own, tags, ...(category !== undefined && { category }) };
}

/** The tags of a file: a list, or a comma-separated text. Of too many, the first are kept. */
function tagsOf(fields: FrontMatter, ...names: readonly string[]): string {
  return takeTags(names.flatMap((name) => listField(fields, name)));
}

/** The fields of another site's file; missing ones are derived. */
function foreignTextOf(
  fields: FrontMatter,
  body: string,
  source: Source,
  options: ReadOptions,
): FieldValues {
  const markdown = htmlToMarkdown(body, { isMdx: /\.mdx$/i.test(source.name) });
  const { title, text, tree } = titleAndText(fields, markdown);
  const names = ['category', 'categories', 'tags', 'tag'].flatMap((name) =>
    listField(fields, name),
  );
  const category = options.category ?? mapCategory(names);
  return {
    title,
    ...imageOf(fields, category),
    category,
    tags: tagsOf(fields, 'tags', 'tag'),
    shortDescription:
      shortDescriptionOf(fields, tree) ?? shorten(title, blogFields.shortDescription.max),
    longDescription: text,
  };
}

async function readText({ file, size, isOutside }: Source): Promise<string> {
  if (isOutside) {
    throw new SourceProblem('it is a link that leads out of the folder', { isIntended: true });
  }
  if (size > bytesMax) {
    throw new SourceProblem(
      `it is ${(size / 1024 / 1024).toFixed(1)} MB; at most ${bytesMax / 1024 / 1024} MB are read`,
    );
  }
  // Another program with write access may have replaced the file by a link since it was found.
  if ((await realpath(file).catch(() => file)) !== file) {
    throw new SourceProblem('it became a link while it was imported', { isIntended: true });
  }
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new SourceProblem(
      error.code === 'EACCES'
        ? "it can't be read by this user"
        : `it can't be read (${error.message})`,
    );
  });
  try {
    // The decoder removes a byte order mark at the start.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SourceProblem('it is not UTF-8 text');
  }
}

function isDraft(fields: FrontMatter): boolean {
  return fields.get('draft') === true || fields.get('published') === false;
}

/** The date in the front matter, else the one at the start of the file's name. */
function dateOf(fields: FrontMatter, name: string): number {
  const given = textField(fields, 'date', 'published', 'publishdate', 'pubdate', 'createdat');
  const fromName = /^(\d{4}-\d{2}-\d{2})-/.exec(path.posix.basename(name))?.[1];
  const text = given ?? fromName;
  if (text === undefined)
    throw new SourceProblem(
      'it has no date, neither in its front matter nor at the start of its name',
    );
  const time = parseDate(text);
  if (time === undefined)
    throw new SourceProblem(`its date ${JSON.stringify(shorten(text, 40))} isn't one`);
  return time;
}

/** The title, and the body without a first heading that repeats it. */
function titleAndText(
  fields: FrontMatter,
  markdown: string,
): { title: string; text: string; tree: Root | undefined } {
  const given = textField(fields, 'title');
  const tree = parseMarkdown(markdown);
  const first = tree?.children.find((node) => node.type !== 'definition');
  const heading = first?.type === 'heading' && first.depth === 1 ? first : undefined;
  const headingText = heading && oneLine(textOf(heading));
  const title = given ?? headingText;
  if (!title)
    throw new SourceProblem('it has no title, neither in its front matter nor as a first heading');
  const isRepeated = headingText !== undefined && sameWords(headingText, oneLine(title));
  const text = isRepeated ? cutOut(markdown, heading) : markdown;
  if (text.trim() === '') throw new SourceProblem('it has no text below its front matter');
  return { title, text, tree };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function sameWords(left: string, right: string): boolean {
  return left.localeCompare(right, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;
}

function cutOut(markdown: string, node: Nodes | undefined): string {
  const { start, end } = node?.position ?? {};
  return markdown.slice(0, start?.offset ?? 0) + markdown.slice(end?.offset ?? 0);
}

/** The file's summary, else one made from its text. */
function shortDescriptionOf(fields: FrontMatter, tree: Root | undefined): string | undefined {
  const given = textField(
    fields,
    'description',
    'shortdescription',
    'excerpt',
    'summary',
    'subtitle',
  );
  if (given) return shorten(plainTextOf(given), blogFields.shortDescription.max) || undefined;
  return tree && summaryOf(tree);
}

const imageFields = [
  'image',
  'imageurl',
  'cover',
  'coverimage',
  'featuredimage',
  'heroimage',
  'banner',
  'thumbnail',
] as const;

/** For a field that is an object, its first value with one of these names; any other field unchanged. */
function valueNamed(field: unknown, names: RegExp): unknown {
  if (typeof field !== 'object' || field === null) return field;
  return Object.entries(field).find(([key]) => names.test(key))?.[1];
}

/** The alternative text in the file, shortened to the maximum length. */
function imageAltOf(fields: FrontMatter, name: string): string {
  const field = fields.get(name);
  const own = typeof field === 'object' ? valueNamed(field, /^alt$/i) : undefined;
  const alt = typeof own === 'string' ? own : textField(fields, `${name}alt`, `${name}alttext`);
  return shorten(alt ?? '', blogFields.imageAlt.max);
}

/** The first usable picture in the front matter, else the category's artwork. */
function imageOf(fields: FrontMatter, category: Category) {
  for (const name of imageFields) {
    const url = valueNamed(fields.get(name), /^(?:src|url|path|image)$/);
    if (typeof url === 'string' && isPictureUrl(url.trim())) {
      return { imageUrl: url.trim(), imageAlt: imageAltOf(fields, name) };
    }
  }
  return { imageUrl: artworkOf(category), imageAlt: '' };
}

/** A handle in brackets after a name: `(@handle)`, `(github.com/handle)` or a bare `(handle)`. */
const handle = / ?\((?:@[\w.-]+|(?:https?:\/\/)?github\.com\/[\w.-]+|[a-z0-9][a-z0-9_-]*)\)/g;

/** The author's name: from a text, a list of names, or an object with a name. Several names are joined. */
function authorNameOf(fields: FrontMatter): string | undefined {
  const value = fields.get('author') ?? fields.get('authors');
  const names = (Array.isArray(value) ? value : [value])
    .map((item: unknown) =>
      typeof item === 'object' && item !== null && 'name' in item ? item.name : item,
    )
    .filter((item) => typeof item === 'string')
    .map(oneLine)
    .map((name) => name.replace(handle, '').trim() || name)
    .filter(Boolean);
  return names.length > 0 ? shorten(names.join(', '), 100) : undefined;
}
