import { type Answer, answer } from '../../identity/answer.ts';
import { isId } from '../../platform/text/id.ts';
import type { Storage } from '../../storage/storage.ts';
import { blogNotFound, oneBlog } from '../contract.ts';
import { entityTagOf } from '../entity-tag.ts';
import { findBlog } from './blog-rows.ts';
import { presentBlog } from './present-blog.ts';
import { createRenderedTexts } from './rendered-texts.ts';

/** A blog for whoever wants to read it. */
export function blogAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  const htmlOf = createRenderedTexts();

  return [
    answer(oneBlog, async ({ params: { id } }, { reply }) => {
      const row = isId(id) ? await findBlog(storage.reader, id) : undefined;
      if (!row) throw blogNotFound();
      const blog = presentBlog(row, htmlOf(row));
      reply.header('etag', entityTagOf(blog));
      return blog;
    }),
  ];
}
