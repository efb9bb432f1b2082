import { categoryIds } from '../../../export/site/ghost-files.ts';
import type {
  ForeignComment,
  ForeignPerson,
  ForeignPicture,
  ForeignSkip,
  ForeignText,
} from '../../foreign.ts';
import { pathsOf } from '../addresses.ts';
import { narrowest, noteOfPart } from '../audiences.ts';
import { skip } from '../format.ts';
import { emailOf, nameOf, uniquePeople } from '../people.ts';
import { plainLine, titleFromText } from '../plain-words.ts';
import type { Markup } from '../text/markup.ts';
import type { TextReader } from '../text/text-reader.ts';
import { type Fields, textOf } from './ghost-cards.ts';
import { readGatedHtml } from './limited-cards.ts';
import { type GhostTables, idOf, timeOf } from './read-tables.ts';

const audiences: Readonly<Record<string, ForeignText['audience']>> = {
  '': 'everybody',
  public: 'everybody',
  members: 'signed-in',
};

/** Ghost's placeholder for its own address. */
const own = '__GHOST_URL__';

function markupOf(post: Fields): Markup | undefined {
  const text = (name: string) => textOf(post[name]).replaceAll(own, '');
  const format = (['html', 'lexical', 'mobiledoc', 'markdown'] as const).find((name) =>
    text(name).trim(),
  );
  return format && { format, text: text(format), title: textOf(post.title) };
}

function authorsOf(
  post: Fields,
  { authorsOf: links, users }: GhostTables,
): readonly ForeignPerson[] {
  const ids = links.get(idOf(post.id)) ?? [idOf(post.author_id ?? post.author)];
  return uniquePeople(ids.map((id) => users.get(id)).filter((user) => user !== undefined));
}

/** A post's public tags; those that begin with # are internal. Categories of a site of this kind are among them. */
function tagsOf(
  post: Fields,
  { tagsOf: links, tags }: GhostTables,
): Pick<ForeignText, 'categories' | 'tags'> {
  const rows = (links.get(idOf(post.id)) ?? []).map((id) => tags.get(id) ?? {});
  const isInternal = (tag: Fields) =>
    tag.visibility === 'internal' || textOf(tag.name).startsWith('#');
  const isCategory = (tag: Fields) => idOf(tag.id).startsWith(categoryIds);
  const namesOf = (some: readonly Fields[]) => [
    ...new Set(some.map((tag) => plainLine(textOf(tag.name))).filter(Boolean)),
  ];
  const shown = rows.filter((tag) => !isInternal(tag));
  return {
    categories: namesOf(shown.filter(isCategory)),
    tags: namesOf(shown.filter((tag) => !isCategory(tag))),
  };
}

/** A post's cover, but not the artwork of a category, which a site of this kind has itself. */
function coverOf(post: Fields, meta: Fields, categories: readonly string[]): ForeignPicture | null {
  const address = textOf(post.feature_image ?? post.image).replaceAll(own, '');
  const isArtwork = categories.length > 0 && /\/images\/categories\/[^/]+$/.test(address);
  if (!address || isArtwork) return null;
  return { address, alternativeText: plainLine(textOf(meta.feature_image_alt)) };
}

async function commentsOf(
  post: Fields,
  { commentsOf: comments, members }: GhostTables,
  reader: TextReader,
): Promise<Pick<ForeignText, 'comments' | 'commentsLeftOut' | 'notes'>> {
  const all = comments.get(idOf(post.id)) ?? [];
  const rows = all
    .filter((row) => row.status !== 'deleted')
    .map((row) => ({ row, createdAt: timeOf(row.created_at) ?? 0 }))
    .toSorted((left, right) => left.createdAt - right.createdAt);
  const texts = await reader.readAll(
    rows.map(({ row }) => ({ format: 'html', isComment: true, text: textOf(row.html) })),
  );
  const kept = new Set(
    rows.filter((_, index) => texts[index]?.markdown).map(({ row }) => idOf(row.id)),
  );
  const read = rows.flatMap(({ row, createdAt }, index): ForeignComment[] => {
    const text = texts[index]?.markdown;
    if (!text) return [];
    const member = members.get(idOf(row.member_id)) ?? {};
    const email = emailOf(textOf(member.email));
    const parentKey = [row.in_reply_to_id, row.parent_id].map(idOf).find((id) => kept.has(id));
    return [
      {
        key: idOf(row.id),
        ...(parentKey !== undefined && { parentKey }),
        author: { name: nameOf(textOf(member.name)) || 'Anonymous', ...(email && { email }) },
        text,
        createdAt,
        isApproved: row.status === 'published',
      },
    ];
  });
  const [deleted, wordless] = [all.length - rows.length, rows.length - read.length];
  return {
    comments: read,
    ...(deleted + wordless > 0 && { commentsLeftOut: deleted + wordless }),
    notes: [
      ...(deleted > 0
        ? [
            deleted === 1
              ? '1 comment had been deleted there'
              : `${deleted} comments had been deleted there`,
          ]
        : []),
      ...(wordless > 0
        ? [
            wordless === 1
              ? '1 comment without words was left out'
              : `${wordless} comments without words were left out`,
          ]
        : []),
    ],
  };
}

interface Standing {
  readonly state: ForeignText['state'];
  readonly audience: ForeignText['audience'];
  readonly notes: readonly string[];
}

function standingOf(post: Fields): Standing {
  const visibility = textOf(post.visibility);
  // Tiers, paying members, and unknown values of later versions: never more people than in Ghost.
  const audience = audiences[visibility] ?? 'paying';
  switch (textOf(post.status)) {
    case 'published':
      return { state: 'published', audience, notes: [] };
    case 'scheduled':
      return { state: 'scheduled', audience, notes: [] };
    case 'sent':
      return { state: 'draft', audience, notes: ['It was only sent by email: it is a draft.'] };
    default:
      return { state: 'draft', audience, notes: [] };
  }
}

/** Most files named in the notes of a text. */
const filesNamed = 20;

/** What the text links to, but the site doesn't have: it keeps pictures alone. */
function notesOfFiles(
  files: readonly string[],
  holds: (address: string) => boolean,
): readonly string[] {
  const more = files.length - filesNamed;
  return [
    ...files.slice(0, filesNamed).map((address) => {
      const why = holds(address) ? 'only pictures are kept here' : 'the export does not hold it';
      return `file ${address.slice(0, 200)} is not here: ${why}`;
    }),
    ...(more > 0 ? [`${more} more of its files are not here`] : []),
  ];
}

/** Converts a post to a text. Throws `SourceProblem` if it can't be read. */
export async function readPost(
  post: Fields,
  tables: GhostTables,
  reader: TextReader,
  holds: (address: string) => boolean,
): Promise<ForeignText | ForeignSkip> {
  const title = plainLine(textOf(post.title));
  const name = title || textOf(post.slug) || 'without a title';
  if (textOf(post.type) === 'page' || post.page === true || post.page === 1) {
    return skip(name, 'it is a page of the site, not a text of its blog', true);
  }
  const given = markupOf(post);
  const gated = given?.format === 'html' ? readGatedHtml(given.text) : undefined;
  const read = given && (await reader.read(gated ? { ...given, text: gated.html } : given));
  if (!read?.markdown) return skip(name, 'it has no text', true);
  const meta = tables.meta.get(idOf(post.id)) ?? post;
  const { categories, tags } = tagsOf(post, tables);
  const date = timeOf(post.published_at) ?? timeOf(post.created_at);
  const { state, audience, notes } = standingOf(post);
  const readers = gated ? gated.readers : read.readers;
  const comments = await commentsOf(post, tables, reader);
  const slug = textOf(post.slug);
  const canonical = textOf(post.canonical_url);
  return {
    kind: 'text',
    key: `ghost:${textOf(post.uuid) || idOf(post.id) || slug}`,
    name,
    title: title && title !== '(Untitled)' ? title : titleFromText(read.plain),
    markdown: read.markdown,
    summary: plainLine(textOf(post.custom_excerpt) || textOf(meta.meta_description)),
    cover: coverOf(post, meta, categories),
    createdAt: date ?? null,
    updatedAt: timeOf(post.updated_at) ?? null,
    authors: authorsOf(post, tables),
    categories,
    tags,
    state,
    audience: narrowest(audience, readers),
    addresses: pathsOf([slug && `/${slug}/`]),
    ...comments,
    notes: [
      ...notes,
      ...comments.notes,
      ...(canonical ? [`It named ${canonical} as the place where it first stood.`] : []),
      ...(gated?.notes ?? []),
      ...(readers ? [noteOfPart(readers)] : []),
      ...read.notes,
      ...notesOfFiles(read.facts?.files ?? [], holds),
    ],
  };
}
