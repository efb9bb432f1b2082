import { type RefObject, useEffect, useState } from 'react';
import { Problem } from '../../../platform/contract/problems.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useDeleteComment, useHideComment, useRestoreComment } from './comment-changes.ts';
import type { CommentList, ListName, SharedComment } from './comment-queries.ts';
import { elementIdOf } from './use-linked-comment.ts';

/** Deletes or hides a comment, each with an undo. `section` gets the focus of the button that is removed. */
export function useCommentActions(
  name: ListName,
  list: CommentList,
  section: RefObject<HTMLElement | null>,
) {
  const { mutateAsync: deleteComment } = useDeleteComment(name);
  const { mutateAsync: restoreComment } = useRestoreComment(name);
  const { mutateAsync: setHidden } = useHideComment(name);
  const [restored, setRestored] = useState<string>();

  async function bringBack(comment: SharedComment, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Problem ? error.message : '';
      void showToast({ text: `The comment could not be brought back. ${reason}`, tone: 'bad' });
      return;
    }
    setRestored(comment._id);
    void showToast({ text: 'The comment is back.' });
  }

  async function remove(comment: SharedComment): Promise<void> {
    setRestored(undefined);
    section.current?.focus({ preventScroll: true });
    try {
      await deleteComment(comment);
    } catch {
      void showToast({ text: 'Failed to delete comment', tone: 'bad' });
      return;
    }
    const undo = () => void bringBack(comment, () => restoreComment(comment));
    void showToast({ text: 'Comment deleted successfully!', undo });
  }

  async function hide(comment: SharedComment): Promise<void> {
    setRestored(undefined);
    section.current?.focus({ preventScroll: true });
    try {
      await setHidden({ comment, isHidden: true });
    } catch (error) {
      const reason = error instanceof Problem ? error.message : '';
      void showToast({ text: `The comment could not be hidden. ${reason}`, tone: 'bad' });
      return;
    }
    const undo = () => void bringBack(comment, () => setHidden({ comment, isHidden: false }));
    void showToast({
      text: 'The comment is hidden. Only its writer still sees it, and why.',
      undo,
    });
  }

  const isBack = list.comments.some(({ _id }) => _id === restored);
  // The focused toast was removed.
  useEffect(() => {
    if (!isBack || restored === undefined) return;
    const element = document.getElementById(elementIdOf(restored));
    element?.scrollIntoView({ block: 'nearest' });
    element?.focus({ preventScroll: true });
  }, [isBack, restored]);

  return { remove, hide };
}
