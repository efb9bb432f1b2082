import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { personalKey } from '../../../identity/web/viewer.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { randomKey } from '../../../platform/web/random-key.ts';
import { addComment, deleteComment, editComment, restoreComment } from '../contract.ts';
import { hideComment, showComment } from '../contract-on-own-blog.ts';
import {
  commentsQuery,
  type ListName,
  loadUpTo,
  type SharedComment,
  shared,
} from './comment-queries.ts';
import { ownHeldCommentsQuery, rememberCommented } from './held-queries.ts';
import { withComment } from './threads.ts';

/** The form's values. */
export interface UnsentComment {
  readonly text: string;
  /** The value of the invisible honeypot field. */
  readonly homepage: string | undefined;
}

function useList(name: ListName) {
  const client = useQueryClient();
  const { queryKey } = commentsQuery(name);
  const change = async (
    changed: (comments: readonly SharedComment[]) => readonly SharedComment[],
  ) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list && { ...list, comments: changed(list.comments) });
  };
  return {
    client,
    without: ({ _id }: SharedComment) =>
      change((comments) => comments.filter((each) => each._id !== _id)),
    /** Adds or replaces the comment in its place. */
    withAgain: (comment: SharedComment) =>
      change((comments) => withComment(name.order, comments, comment)),
    /** Refetches the viewer's held comments. */
    noteHeld: () => client.invalidateQueries({ queryKey: ownHeldCommentsQuery().queryKey }),
  };
}

/** Adds a comment or reply of the viewer. The list then contains it and the comments before it. */
export function useAddComment(name: ListName, replyTo?: string) {
  const { client, withAgain, noteHeld } = useList(name);
  // The idempotency key identifies a retry of the same text after a time-out.
  const sent = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: async ({ text: comment, homepage }: UnsentComment) => {
      const { blogId } = name;
      if (sent.current.text !== comment) sent.current = { text: comment, key: randomKey() };
      const headers = { 'idempotency-key': sent.current.key };
      const sending = { comment, blogId, homepage, replyTo };
      const { body } = await call(client, addComment, { body: sending }, { headers });
      sent.current = { text: '', key: '' };
      rememberCommented(blogId);
      return body;
    },
    onSuccess: async (comment) => {
      if (comment.held) return noteHeld();
      await client.cancelQueries({ queryKey: commentsQuery(name).queryKey });
      // The comment was added, even if loading the others fails.
      await loadUpTo(client, name, shared(comment)).catch(() => {});
      await withAgain(shared(comment));
    },
  });
}

/** Edits an own comment. */
export function useEditComment(name: ListName, { _id: id, editedAt }: SharedComment) {
  const { client, without, withAgain, noteHeld } = useList(name);
  return useMutation({
    mutationFn: async (comment: string) =>
      (await call(client, editComment, { params: { id }, body: { comment, editedAt } })).body,
    onSuccess: async (comment) => {
      if (!comment.held) return withAgain(shared(comment));
      rememberCommented(name.blogId);
      await without(shared(comment));
      await noteHeld();
    },
  });
}

/** Deletes an own comment: an optimistic update, rolled back on failure. */
export function useDeleteComment(name: ListName) {
  const { client, without, withAgain } = useList(name);
  return useMutation({
    mutationFn: async ({ _id }: SharedComment) => {
      try {
        await call(client, deleteComment, { params: { id: _id } });
      } catch (error) {
        // Deleted in another tab already.
        if (!(error instanceof Problem) || error.code !== 'comment-not-found') throw error;
      }
    },
    onMutate: without,
    onError: (_error, comment) => withAgain(comment),
  });
}

/** Restores an own comment that was deleted, in its place. */
export function useRestoreComment(name: ListName) {
  const { client, withAgain } = useList(name);
  return useMutation({
    mutationFn: ({ _id }: SharedComment) => call(client, restoreComment, { params: { id: _id } }),
    onSuccess: (_reply, comment) => withAgain(comment),
  });
}

/** The key of the comments that the viewer hid on their own blog. */
export const hiddenKey = (blogId: string) => [...personalKey, 'hidden-comments', blogId] as const;

/** Hides a comment on the viewer's own blog, or shows it again in its place. */
export function useHideComment(name: ListName) {
  const { client, without, withAgain } = useList(name);
  return useMutation({
    mutationFn: ({ comment, isHidden }: { comment: SharedComment; isHidden: boolean }) => {
      const params = { id: comment._id };
      return call(client, isHidden ? hideComment : showComment, { params });
    },
    onSuccess: async (_reply, { comment, isHidden }) => {
      await (isHidden ? without(comment) : withAgain(comment));
      await client.invalidateQueries({ queryKey: hiddenKey(name.blogId) });
    },
  });
}
