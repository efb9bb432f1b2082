import { useQuery, useQueryClient } from '@tanstack/react-query';
import { blogQuery } from '../../../blog/web/blog-queries.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { hiddenComments, setCommenting, showComment } from '../contract-on-own-blog.ts';
import { hiddenKey } from './comment-changes.ts';
import { commentsQuery, type ListName } from './comment-queries.ts';
import { CommentText } from './comment-text.tsx';

interface OwnBlogToolsProps {
  readonly name: ListName;
  /** Whether comments are closed. */
  readonly isLocked: boolean;
  /** Whether the author closed them; staff may have closed them as well. */
  readonly isClosed: boolean;
}

const failed = (error: unknown) =>
  void showToast({
    text: error instanceof Problem ? error.message : 'That did not work. Try again.',
    tone: 'bad',
  });

/** The comments that the author hid on this blog. */
function HiddenComments({ name }: { readonly name: ListName }) {
  const { blogId } = name;
  const client = useQueryClient();
  const { data: hidden = [] } = useQuery({
    queryKey: hiddenKey(blogId),
    queryFn: async ({ signal }) =>
      (await call(client, hiddenComments, { params: { id: blogId } }, { signal })).body,
  });
  const { isPending, run } = useSingleFlight(async (id: string) => {
    try {
      await call(client, showComment, { params: { id } });
      void showToast({ text: 'The comment is back.' });
    } catch (error) {
      failed(error);
    }
    await client.invalidateQueries({ queryKey: hiddenKey(blogId) });
    await client.invalidateQueries({ queryKey: commentsQuery(name).queryKey });
  });

  if (hidden.length === 0) return null;
  return (
    <section aria-label="Comments that you have hidden" className="mt-6 grid gap-4">
      {hidden.map((one) => (
        <article key={one._id} className="border-l-2 border-rule-strong pl-4">
          <p className="text-sm text-soft">
            <span className="font-semibold">{one.userName}</span>, hidden by you since{' '}
            <Moment at={one.hiddenAt} />
          </p>
          <CommentText text={one.comment} />
          <Button
            look="plain"
            size="small"
            aria-disabled={isPending}
            onClick={() => !isPending && void run(one._id)}
          >
            Show again
          </Button>
        </article>
      ))}
    </section>
  );
}

/** Lets an author close the comments on their own blog, and show hidden ones again. */
export function OwnBlogTools({ name, isLocked, isClosed }: OwnBlogToolsProps) {
  const { blogId } = name;
  const client = useQueryClient();
  const { queryKey } = blogQuery(blogId);
  const { isPending, run } = useSingleFlight(async (isOpen: boolean) => {
    try {
      await call(client, setCommenting, { params: { id: blogId }, body: { isOpen } });
    } catch (error) {
      failed(error);
      return;
    } finally {
      await client.invalidateQueries({ queryKey });
    }
    const blog = client.getQueryData(queryKey);
    // Comments that staff closed stay closed.
    if (isOpen && blog?.commentsLocked) {
      void showToast({ text: 'The comments stay closed: the site’s staff have closed them, too.' });
      return;
    }
    const text = isOpen ? 'You have opened the comments.' : 'You have closed the comments.';
    void showToast({ text, undo: () => void run(!isOpen) });
  });
  const isByStaffOnly = isLocked && !isClosed;

  return (
    <div className="mt-6">
      {!isByStaffOnly && (
        <Button
          size="small"
          aria-disabled={isPending}
          onClick={() => !isPending && void run(isClosed)}
        >
          {isClosed ? 'Open the comments' : 'Close the comments'}
        </Button>
      )}
      <HiddenComments name={name} />
    </div>
  );
}
