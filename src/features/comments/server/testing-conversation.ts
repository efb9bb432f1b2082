import { noReview, type Review } from '../../../blog/server/held/review.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { addComment, type Comment, type CommentOrder, commentsOfBlog } from '../contract.ts';
import { commentAnswers } from './comment-answers.ts';
import { ownBlogAnswers } from './own-blog-answers.ts';
import type { NewsOfComment } from './write-comments.ts';

interface Options {
  readonly review?: Review;
  readonly limits?: number;
}

/** Starts a site with two blogs of Ada and the members Ben and Cleo; collects the notified comments in `news`. */
export async function startConversation(
  storage: Storage,
  { review = noReview, limits = 0 }: Options = {},
) {
  const news: NewsOfComment[] = [];
  const onComment = async (_write: unknown, one: NewsOfComment) => {
    news.push(one);
  };
  const site = await startMemberSite(
    storage,
    (given) => {
      const parts = { ...given, review, onComment };
      return [...commentAnswers(parts), ...ownBlogAnswers(parts)];
    },
    { limits },
  );
  const ada = await site.member();
  const ben = await site.member('Ben');
  const cleo = await site.member('Cleo');
  await givenBlogs(storage, [{ title: 'Engines' }, { title: 'Looms' }]);
  const rows = await allTexts(storage.reader).selectFrom('blogs').select('id').execute();
  const [blogId = '', otherId = ''] = rows.map(({ id }) => id);
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ author_id: ada.person.id }).execute(),
  );
  const say = async (who: Member, comment: string, replyTo?: string, on = blogId) =>
    (await who.call(addComment, { body: { blogId: on, comment, replyTo } })).body;
  const list = async (who: Member, order?: CommentOrder) =>
    (await who.call(commentsOfBlog, { query: { blogId, ...(order && { order }) } })).body;
  const texts = async (who: Member, order?: CommentOrder) =>
    (await list(who, order)).map(({ comment }) => comment);
  return { site, ada, ben, cleo, blogId, otherId, say, list, texts, news };
}

/** The parameters that name a comment. */
export const one = ({ _id: id }: Pick<Comment, '_id'>) => ({ params: { id } });
