import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Person } from '../../../identity/person.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import type { Personal } from '../../../platform/web/personal/personal.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { CommentItem, type ReportOf } from './comment-item.tsx';
import {
  type CommentList as Loaded,
  type SharedComment,
  useDeleteComment,
  useLoadMore,
  useRestoreComment,
} from './comment-queries.ts';
import { elementIdOf, useLinkedComment } from './use-linked-comment.ts';

/** Stands where a permalink leads to a comment that has been deleted. */
function GoneNotice() {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <p ref={notice} role="status" className="mb-4 border-l-2 border-ink py-1 pl-4 text-soft">
      The comment that this link leads to is not here any more.
    </p>
  );
}

function ShowMore({ blogId }: { readonly blogId: string }) {
  const { mutate, isPending } = useLoadMore(blogId);
  const onError = () => void showToast({ text: 'The comments could not be loaded.', tone: 'bad' });
  return (
    <div className="border-t border-rule py-6 noscript:hidden">
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
  /** Undefined for who isn't signed in. */
  readonly viewer: Personal<Person> | undefined;
  /** Gets the focus when the button that had it goes with its comment. */
  readonly section: RefObject<HTMLElement | null>;
  /** The one that the viewer has just sent. */
  readonly sentId: string | undefined;
  readonly reportOf: ReportOf;
}

/** What was said, oldest first. */
export function CommentList(props: CommentListProps) {
  const { blogId, list, viewer, section, sentId, reportOf } = props;
  const { mutateAsync: deleteComment } = useDeleteComment(blogId);
  const { mutateAsync: restoreComment } = useRestoreComment(blogId);
  const [restored, setRestored] = useState<string>();
  const linked = useLinkedComment(blogId, list);

  async function remove(comment: SharedComment): Promise<void> {
    setRestored(undefined);
    section.current?.focus({ preventScroll: true });
    try {
      await deleteComment(comment);
    } catch {
      void showToast({ text: 'Failed to delete comment', tone: 'bad' });
      return;
    }
    const undo = () => void restore(comment);
    void showToast({ text: 'Comment deleted successfully!', undo });
  }

  async function restore(comment: SharedComment): Promise<void> {
    try {
      await restoreComment(comment);
    } catch (error) {
      const reason = error instanceof Problem ? error.message : '';
      void showToast({ text: `The comment could not be brought back. ${reason}`, tone: 'bad' });
      return;
    }
    setRestored(comment._id);
    void showToast({ text: 'The comment is back.' });
  }

  const isBack = list.comments.some(({ _id }) => _id === restored);
  // What had the focus went with the toast.
  useEffect(() => {
    if (!isBack || restored === undefined) return;
    const element = document.getElementById(elementIdOf(restored));
    element?.scrollIntoView({ block: 'nearest' });
    element?.focus({ preventScroll: true });
  }, [isBack, restored]);

  return (
    <>
      {linked.isGone && <GoneNotice key={linked.id} />}
      <ol className="-mx-4">
        {list.comments.map((comment) => (
          <li
            key={comment._id}
            className={`relative ${comment._id === sentId ? 'settles' : ''} [contain-intrinsic-block-size:auto_8rem] [content-visibility:auto] before:absolute before:inset-x-4 before:top-0 before:border-t before:border-rule first:before:hidden`}
          >
            <CommentItem
              comment={comment}
              viewer={viewer}
              isLinked={comment._id === linked.id}
              onDelete={(one) => void remove(one)}
              reportOf={reportOf}
            />
          </li>
        ))}
      </ol>
      {list.hasMore && <ShowMore blogId={blogId} />}
    </>
  );
}
