import { categories } from '../../../../../blog/contract.ts';
import { splitTags, tagKey } from '../../../../../blog/tags.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import { ownPictureFolder } from '../../../../../platform/text/own-picture.ts';
import { isForeignUrl } from '../../../../../platform/text/web-url.ts';
import type { SiteAudience } from '../../../import-contract.ts';
import { slugOf } from '../blog-file.ts';
import type { ZipEntry } from '../write-zip.ts';
import { jsonArray, jsonObject, mapped } from './json-pieces.ts';
import type { SiteExportParts } from './parts.ts';
import {
  allBlogs,
  allPeople,
  allTags,
  type ListedBlog,
  listedBlogs,
  type SiteBlog,
  type SitePerson,
} from './read-site.ts';

/** Ghost replaces `__GHOST_URL__` by its own address on import, and looks for files below `content`. */
const pictureFolder = '/content/images/';
const inGhost = (text: string) =>
  text.replaceAll(ownPictureFolder, `__GHOST_URL__${pictureFolder}`);

/** A cover or a photo. One that isn't in the export, such as a category's artwork, is shown from this site. */
function pictureInGhost(address: string, siteUrl: string): string {
  const exported = inGhost(address);
  return exported === address && !isForeignUrl(address) ? siteUrl + address : exported;
}

/** Ghost's format version: the first whose editor has Markdown cards. */
const format = '5.0.0';

/** A text as a single Markdown card, verbatim. */
function lexicalOf(markdown: string): string {
  const card = { type: 'markdown', version: 1, markdown };
  const root = {
    children: [card],
    direction: null,
    format: '',
    indent: 0,
    type: 'root',
    version: 1,
  };
  return JSON.stringify({ root });
}

/** What the ids of categories among the tags begin with; Ghost's own ids have no hyphen. */
export const categoryIds = 'category-';
const categoryOf = (name: string) => `${categoryIds}${slugOf(name)}`;
const tagOf = (key: string) => `tag-${key}`;

/** Categories first: Ghost shows a post under its first tag. */
async function* tagsOf({ storage }: SiteExportParts): AsyncGenerator<object> {
  for (const name of categories) yield { id: categoryOf(name), name, slug: slugOf(name) };
  for await (const { id, name } of allTags(storage)) yield { id: tagOf(id), name, slug: tagOf(id) };
}

function tagLinksOf({ id, category, tags }: ListedBlog): readonly object[] {
  const all = [categoryOf(category), ...splitTags(tags).map((name) => tagOf(tagKey(name)))];
  return all.map((tag, index) => ({ post_id: id, tag_id: tag, sort_order: index }));
}

/** In Ghost anybody can become a member, so what was for invited people is for paying ones there. */
const visibilities: Readonly<Record<SiteAudience, string>> = {
  everybody: 'public',
  'signed-in': 'members',
  invited: 'paid',
};

function postOf(blog: SiteBlog, audience: SiteAudience, siteUrl: string) {
  const published = isoOf(blog.created_at);
  return {
    id: blog.id,
    title: blog.title,
    slug: `${slugOf(blog.title) || 'post'}-${blog.id.slice(-8)}`,
    lexical: lexicalOf(inGhost(blog.long_description)),
    feature_image: pictureInGhost(blog.image_url, siteUrl),
    type: 'post',
    status: 'published',
    visibility: visibilities[audience],
    created_at: published,
    published_at: published,
    updated_at: isoOf(blog.updated_at),
    custom_excerpt: blog.short_description,
  };
}

function userOf(
  { id, name, email, bio, photo_url }: SitePerson,
  { siteUrl, withEmails = false }: SiteExportParts,
) {
  return {
    id,
    name,
    slug: `${slugOf(name) || 'author'}-${id.slice(-8)}`,
    // Ghost requires an address; this domain is reserved for examples (RFC 2606).
    email: (withEmails ? email : null) ?? `${id}@example.com`,
    bio: bio ?? '',
    ...(photo_url && { profile_image: pictureInGhost(photo_url, siteUrl) }),
  };
}

async function* relations(
  { storage }: SiteExportParts,
  make: (blog: ListedBlog) => readonly object[],
): AsyncGenerator<object> {
  for await (const blog of listedBlogs(storage)) yield* make(blog);
}

/** The site as a Ghost import: texts, authors, categories and tags, pictures. The format has no comments. */
export async function* ghostFiles(parts: SiteExportParts): AsyncGenerator<ZipEntry> {
  const { storage, pictureFiles, siteUrl } = parts;
  const now = Date.now();
  const audience = await parts.siteAudience();
  const posts = mapped(allBlogs(storage), (blog) => postOf(blog, audience, siteUrl));
  const users = mapped(allPeople(storage), (person) => userOf(person, parts));
  const data = jsonObject([
    ['posts', jsonArray(posts)],
    ['users', jsonArray(users)],
    [
      'posts_meta',
      jsonArray(
        relations(parts, ({ id, image_alt }) =>
          image_alt === '' ? [] : [{ post_id: id, feature_image_alt: image_alt }],
        ),
      ),
    ],
    ['tags', jsonArray(tagsOf(parts))],
    ['posts_tags', jsonArray(relations(parts, tagLinksOf))],
    [
      'posts_authors',
      jsonArray(
        relations(parts, ({ id, author_id }) =>
          author_id === null ? [] : [{ post_id: id, author_id, sort_order: 0 }],
        ),
      ),
    ],
  ]);
  const meta = JSON.stringify({ exported_on: now, version: format });
  const db = jsonObject([
    ['meta', meta],
    ['data', data],
  ]);
  yield { name: 'ghost.json', content: wrapped('{"db": [', db, ']}\n'), modifiedAt: now };
  const filesIn = pictureFiles();
  for await (const { image_url, long_description, author_photo, updated_at } of allBlogs(storage)) {
    const words = `${image_url} ${author_photo ?? ''} ${long_description}`;
    for await (const { name, content } of filesIn(words)) {
      const file = `/${name}`.replace(ownPictureFolder, pictureFolder).slice(1);
      yield { name: file, content, modifiedAt: updated_at };
    }
  }
}

async function* wrapped(before: string, pieces: AsyncIterable<string>, after: string) {
  yield before;
  yield* pieces;
  yield after;
}
