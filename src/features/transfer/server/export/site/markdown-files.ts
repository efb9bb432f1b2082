import { isoOf } from '../../../../../platform/text/iso-of.ts';
import { archiveMark, archiveMarkFile, blogFile } from '../blog-file.ts';
import type { ZipEntry } from '../write-zip.ts';
import { jsonArray, jsonObject, mapped } from './json-pieces.ts';
import type { SiteExportParts } from './parts.ts';
import {
  allBlogs,
  allPeople,
  commentsOn,
  type SiteBlog,
  type SiteComment,
  type SitePerson,
} from './read-site.ts';

interface Named {
  readonly person_id: string | null;
  readonly name: string | null;
  readonly since: number | null;
  readonly email: string | null;
  readonly bio: string | null;
  readonly photo_url: string | null;
}

/** Texts are in a folder, with their pictures below it by the addresses in the texts, as the import expects. */
const folder = 'posts/';

const readme = `${archiveMark}

posts          each blog as Markdown with front matter; beside it, as JSON, its author, id and comments, and who could read it
posts/images   the pictures that the blogs show, by the addresses that they have in the texts
people.json    who wrote
redirects.csv  addresses that texts had before, and where each leads

"npm run import -- <this folder>" brings it all into another site.
`;

/** The whole site as Markdown, pictures, comments and people, for the import of another site. */
export async function* markdownFiles(parts: SiteExportParts): AsyncGenerator<ZipEntry> {
  const { storage, pictureFiles, withEmails = false } = parts;
  const filesIn = pictureFiles();
  const now = Date.now();
  const audience = JSON.stringify(await parts.siteAudience());
  // The id distinguishes people with equal names.
  const personOf = ({ person_id, name, since, email, bio, photo_url }: Named) => ({
    id: person_id,
    name,
    ...(since !== null && { since: isoOf(since) }),
    ...(withEmails && email !== null && { email }),
    ...(bio && { bio }),
    ...(photo_url && { photo: photo_url }),
  });
  const commentOf = (comment: SiteComment) => {
    const { id, text, created_at, reply_to, answered_id, edited_at, ...by } = comment;
    return {
      id,
      at: isoOf(created_at),
      ...(reply_to !== null && { replyTo: reply_to }),
      ...(answered_id !== null && answered_id !== reply_to && { answers: answered_id }),
      ...(edited_at !== null && { edited: isoOf(edited_at) }),
      by: personOf(by),
      text,
    };
  };
  const authorOf = (blog: SiteBlog) =>
    blog.author_name === null
      ? null
      : personOf({
          person_id: blog.author_id,
          name: blog.author_name,
          since: blog.author_since,
          email: blog.author_email,
          bio: blog.author_bio,
          photo_url: blog.author_photo,
        });

  yield { name: archiveMarkFile, content: Buffer.from(readme), modifiedAt: now };
  for await (const blog of allBlogs(storage)) {
    const file = blogFile(blog);
    const modifiedAt = blog.updated_at;
    yield { ...file, name: `${folder}${file.name}` };
    yield {
      name: `${folder}${file.name.replace(/\.md$/, '.json')}`,
      content: jsonObject([
        ['id', JSON.stringify(blog.id)],
        ['updated', JSON.stringify(isoOf(blog.updated_at))],
        ['audience', audience],
        ['author', JSON.stringify(authorOf(blog))],
        ...(blog.closed_at === null
          ? []
          : [['commentsClosed', JSON.stringify(isoOf(blog.closed_at))] as const]),
        ['comments', jsonArray(mapped(commentsOn(storage, blog.id), commentOf))],
      ]),
      modifiedAt,
    };
    const words = `${blog.image_url} ${blog.author_photo ?? ''} ${blog.long_description}`;
    for await (const { name, content } of filesIn(words)) {
      yield { name: `${folder}${name}`, content, modifiedAt };
    }
  }
  yield {
    name: 'people.json',
    content: jsonArray(mapped(allPeople(storage), (row: SitePerson) => personOf(row))),
    modifiedAt: now,
  };
  for await (const { photo_url } of allPeople(storage)) {
    for await (const { name, content } of filesIn(photo_url ?? '')) {
      yield { name: `${folder}${name}`, content, modifiedAt: now };
    }
  }
  const content = redirectLines(parts.oldAddresses());
  yield { name: 'redirects.csv', content, modifiedAt: now };
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

async function* redirectLines(redirects: AsyncIterable<readonly [string, string]>) {
  yield 'from,to\r\n';
  for await (const [from, to] of redirects) yield `${quoted(from)},${quoted(to)}\r\n`;
}
