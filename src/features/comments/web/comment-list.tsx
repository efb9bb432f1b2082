import { type RefObject, useEffect, useRef } from 'react';
import type { Person } from '../../../identity/person.ts';
import type { Personal } from '../../../platform/web/personal/personal.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { showToast } from '../../../platform/web/ui/toasts.tsx';
import { CommentItem } from './comment-item.tsx';
import {
  type CommentList as Loaded,
  type SharedComment,
  useDeleteComment,
  useLoadMore,
} from './comment-queries.ts';
import { useLinkedComment } from './use-linked-comment.ts';

/** Stands where a permalink leads to a comment that has been deleted. */
function GoneNotice() {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <p ref={notice} role="status" className="mb-4 border-l-2 border-accent py-1 pl-4 text-soft">
      The comment that this link leads to is not here any more.
    </p>
  );
}

function ShowMore({ blogId }: { readonly blogId: string }) {
  const { mutate, isPending } = useLoadMore(blogId);
  const onError = () => void showToast({ text: 'The comments could not be loaded.', tone: 'bad' });
  return (
    <div className="border-t border-rule py-6">
      <Button
        aria-disabled={isPending}
        onClick={() => !isPending && mutate(undefined, { onError })}
      >
        {isPending ? 'Loading…' : 'Show more comments'}
      </Button>
    </div>
  );
}

interface CommentListProps {
  readonly blogId: string;
  readonly list: Loaded;
  readonly viewer: Personal<Person>;
  /** Gets the focus when the button that had it goes with its comment. */
  readonly section: RefObject<HTMLElement | null>;
}

/** What was said, oldest first. */
export function CommentList({ blogId, list, viewer, section }: CommentListProps) {
  const { mutate: deleteComment } = useDeleteComment(blogId);
  const linked = useLinkedComment(blogId, list);

  function remove(comment: SharedComment) {
    deleteComment(comment, {
      onSuccess: () => void showToast({ text: 'Comment deleted successfully!' }),
      onError: () => void showToast({ text: 'Failed to delete comment', tone: 'bad' }),
    });
    section.current?.focus({ preventScroll: true });
  }

  return (
    <>
      {linked.isGone && <GoneNotice key={linked.id} />}
      <ol className="-mx-4">
        {list.comments.map((comment) => (
          <li
            key={comment._id}
            className="relative [contain-intrinsic-block-size:auto_8rem] [content-visibility:auto] before:absolute before:inset-x-4 before:top-0 before:border-t before:border-rule first:before:hidden"
          >
            <CommentItem
              comment={comment}
              viewer={viewer}
              isLinked={comment._id === linked.id}
              onDelete={remove}
            />
          </li>
        ))}
      </ol>
      {list.hasMore && <ShowMore blogId={blogId} />}
    </>
  );
}
