import { authorNotFound } from '../../../blog/contract.ts';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { decodeCursor, linksOf, pageAt, walkByDate } from '../../../blog/server/blogs-page.ts';
import { extentHeaders } from '../../../blog/server/count-list.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { isId } from '../../../platform/text/id.ts';
import { shownPicture } from '../../../platform/text/web-url.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { blogsOfAuthor, oneAuthor, pageSize } from '../contract.ts';

/** Finds a person who has published a blog; people without one have no page, even with an account. */
function findAuthor(db: Reader, id: string) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'photo_url', 'bio'])
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('published_blogs as blogs')
          .select('blogs.id')
          .whereRef('blogs.author_id', '=', 'people.id'),
      ),
    )
    .executeTakeFirst();
}

export function authorAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  return [
    answer(oneAuthor, async ({ params: { id } }) => {
      const row = isId(id) ? await findAuthor(storage.reader, id) : undefined;
      if (!row) throw authorNotFound();
      const { name, photo_url, bio } = row;
      return { _id: row.id, name, photo: shownPicture(photo_url), bio };
    }),

    answer(blogsOfAuthor, async ({ params: { id }, query: { cursor } }, { reply }) => {
      const place = cursor ? decodeCursor(cursor) : undefined;
      if (!isId(id)) return [];
      const list = summaries(storage.reader).where('blogs.author_id', '=', id);
      const page = await pageAt(place, pageSize, (from, isBackwards) =>
        walkByDate(list, { from, order: isBackwards ? 'asc' : 'desc', limit: pageSize }),
      );
      const link = linksOf(page, (cursor) => addressOf(blogsOfAuthor.path, { id }, { cursor }));
      if (link) reply.header('link', link);
      const of = { authorId: id };
      const extent = await extentHeaders(storage.reader, page, { of, isOldestFirst: false });
      for (const [name, value] of Object.entries(extent)) reply.header(name, value);
      return page.rows.map(presentSummary);
    }),
  ];
}
