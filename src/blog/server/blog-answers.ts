import { type Answer, answer } from '../../identity/answer.ts';
import { isId } from '../../platform/text/id.ts';
import { blogCard, blogNotFound, oneBlog } from '../contract.ts';
import { entityTagOf } from '../entity-tag.ts';
import { suggestedTags, tagSuggestions } from '../tag-suggestions.ts';
import { findBlog } from './blog-rows.ts';
import { isGone } from './gone-blogs.ts';
import { createRenderedTexts, type RenderedTextsParts } from './html/rendered-texts.ts';
import { presentBlog } from './present-blog.ts';
import { suggestTags } from './tags/find-tags.ts';

/** The endpoint that serves one blog to its readers. */
export function blogAnswers(parts: RenderedTextsParts): readonly Answer[] {
  const { storage } = parts;
  const htmlOf = createRenderedTexts(parts);

  async function find(id: string) {
    const row = isId(id) ? await findBlog(storage.reader, id) : undefined;
    if (row) return row;
    const wasThere = isId(id) && (await isGone(storage.reader, id));
    throw blogNotFound(wasThere ? { isGone: true } : {});
  }

  return [
    answer(blogCard, async ({ params: { id } }) => presentBlog(await find(id), '')),

    answer(oneBlog, async ({ params: { id } }, { reply }) => {
      const row = await find(id);
      const blog = presentBlog(row, await htmlOf(row));
      reply.header('etag', entityTagOf(blog));
      return blog;
    }),

    answer(tagSuggestions, async ({ query: { prefix } }) => [
      ...(await suggestTags(storage.reader, prefix, suggestedTags)),
    ]),
  ];
}
