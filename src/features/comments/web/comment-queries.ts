import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { personalKey, readersKey } from '../../../identity/web/viewer.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { randomKey } from '../../../platform/web/random-key.ts';
import {
  addComment,
  type Comment,
  commentsOfBlog,
  commentsPerPage,
  commentsPerPageMax,
  deleteComment,
  myHeldComments,
  restoreComment,
} from '../contract.ts';

/** Others talk meanwhile: comments are looked at anew after half a minute. */
const freshForMs = 30_000;
/** Milliseconds between two queries for what staff did with the viewer's own comments. */
const ownHeldForMs = 5 * 60_000;

/** The comments as all members see them. */
export type SharedComment = Omit<Comment, 'isOwn' | 'userEmail'>;

function shared({ isOwn: _isOwn, userEmail: _email, ...comment }: Comment): SharedComment {
  return comment;
}

/** As many of a blog's comments as have been asked for, oldest first. */
export interface CommentList {
  readonly comments: readonly SharedComment[];
  readonly hasMore: boolean;
}

interface PageRequest {
  readonly blogId: string;
  /** The last comment that is there already; empty for none. */
  readonly after: string;
  readonly limit: number;
}

async function fetchPage(
  client: QueryClient,
  { blogId, after, limit }: PageRequest,
  signal?: AbortSignal,
): Promise<CommentList> {
  const query = { blogId, limit: String(limit), ...(after && { after }) };
  const { body, headers } = await call(client, commentsOfBlog, { query }, { signal });
  return { comments: body.map(shared), hasMore: headers.get('link') !== null };
}

/** The comments of a blog. A second look brings as many as the first. */
export function commentsQuery(blogId: string) {
  const queryKey = [...readersKey, 'comments', blogId] as const;
  return queryOptions({
    queryKey,
    staleTime: freshForMs,
    queryFn: async ({ client, signal }): Promise<CommentList> => {
      const known = client.getQueryData<CommentList>(queryKey)?.comments.length ?? 0;
      let list: CommentList = { comments: [], hasMore: true };
      while (list.hasMore && list.comments.length < Math.max(known, commentsPerPage)) {
        const missing = Math.max(known, commentsPerPage) - list.comments.length;
        const limit = Math.min(missing, commentsPerPageMax);
        const after = list.comments.at(-1)?._id ?? '';
        const page = await fetchPage(client, { blogId, after, limit }, signal);
        list = { comments: [...list.comments, ...page.comments], hasMore: page.hasMore };
      }
      return list;
    },
  });
}

async function loadPage(client: QueryClient, blogId: string, limit: number): Promise<void> {
  const { queryKey } = commentsQuery(blogId);
  const after = client.getQueryData(queryKey)?.comments.at(-1)?._id ?? '';
  const page = await fetchPage(client, { blogId, after, limit });
  client.setQueryData(queryKey, (list) => {
    // What came meanwhile by another way isn't shown twice.
    const known = new Set(list?.comments.map(({ _id }) => _id));
    const added = page.comments.filter(({ _id }) => !known.has(_id));
    return { comments: [...(list?.comments ?? []), ...added], hasMore: page.hasMore };
  });
}

/** Loads the comments that follow those which are there. */
export function useLoadMore(blogId: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => loadPage(client, blogId, 2 * commentsPerPage) });
}

/** A device remembers whether some of the viewer's comments are held, and on which blogs they commented. */
const heldKey = 'held-comments';
const saidKey = 'commented-on';
/** Blogs that a device remembers, the latest last. */
const rememberedMax = 50;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage, the browser asks when the member writes.
    return null;
  }
}

function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

function rememberHeld<T extends readonly unknown[]>(held: T): T {
  remember(heldKey, held.length > 0 ? 'some' : null);
  return held;
}

function commentedOn(): readonly string[] {
  return read(saidKey)?.split(' ') ?? [];
}

function rememberSaid(blogId: string): void {
  const others = commentedOn().filter((id) => id !== blogId);
  remember(saidKey, [...others, blogId].slice(-rememberedMax).join(' '));
}

/** Whether it is worth asking for the viewer's held comments on a blog. */
export function mayHaveHeldComments(blogId: string): boolean {
  return read(heldKey) !== null || commentedOn().includes(blogId);
}

/**
 * What the viewer said that others don't see. It is asked for in the browser alone: a page that is made for all members knows
 * nothing of it.
 */
export function ownHeldCommentsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'held-comments'],
    queryFn: async ({ client, signal }) =>
      rememberHeld((await call(client, myHeldComments, {}, { signal })).body),
    staleTime: ownHeldForMs,
  });
}

/** Loads until a comment would be there: ids are in the order of time. */
export function useLoadUpTo(blogId: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (id: string) => loadUpTo(client, blogId, id) });
}

async function loadUpTo(client: QueryClient, blogId: string, id: string): Promise<void> {
  const { queryKey } = commentsQuery(blogId);
  const isMissing = () => (client.getQueryData(queryKey)?.comments.at(-1)?._id ?? '') < id;
  do await loadPage(client, blogId, commentsPerPageMax);
  while (isMissing() && client.getQueryData(queryKey)?.hasMore);
}

/** What the form sends. */
export interface UnsentComment {
  readonly text: string;
  /** What a program put where nobody sees a field. */
  readonly homepage: string | undefined;
}

/** Adds a comment of the viewer's. The list then holds it, with all that others said before. */
export function useAddComment(blogId: string) {
  const client = useQueryClient();
  // The same text sent again after a time-out is known for the same by its key.
  const sent = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: async ({ text: comment, homepage }: UnsentComment) => {
      if (sent.current.text !== comment) sent.current = { text: comment, key: randomKey() };
      const headers = { 'idempotency-key': sent.current.key };
      const sending = { comment, blogId, homepage };
      const { body } = await call(client, addComment, { body: sending }, { headers });
      sent.current = { text: '', key: '' };
      rememberSaid(blogId);
      return body;
    },
    onSuccess: async (comment) => {
      if (comment.held) {
        await client.invalidateQueries({ queryKey: ownHeldCommentsQuery().queryKey });
        return;
      }
      const { queryKey } = commentsQuery(blogId);
      await client.cancelQueries({ queryKey });
      await loadUpTo(client, blogId, comment._id).catch(() => {
        // It has been added, whatever happens to the others.
        client.setQueryData(queryKey, (list) => ({
          comments: [...(list?.comments ?? []), shared(comment)],
          hasMore: list?.hasMore ?? false,
        }));
      });
    },
  });
}

function useCommentChange(blogId: string) {
  const client = useQueryClient();
  const { queryKey } = commentsQuery(blogId);
  const change = async (
    changed: (comments: readonly SharedComment[]) => readonly SharedComment[],
  ) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list && { ...list, comments: changed(list.comments) });
  };
  const without = ({ _id }: SharedComment) =>
    change((comments) => comments.filter((each) => each._id !== _id));
  /** In its place: ids are in the order of time. */
  const withAgain = (comment: SharedComment) =>
    change((comments) =>
      [...comments.filter(({ _id }) => _id !== comment._id), comment].sort((one, other) =>
        one._id < other._id ? -1 : 1,
      ),
    );
  return { client, without, withAgain };
}

/** Deletes an own comment: it goes at once, and comes back to its place where that fails. */
export function useDeleteComment(blogId: string) {
  const { client, without, withAgain } = useCommentChange(blogId);
  return useMutation({
    mutationFn: async ({ _id }: SharedComment) => {
      try {
        await call(client, deleteComment, { params: { id: _id } });
      } catch (error) {
        // Another tab was first.
        if (!(error instanceof Problem) || error.code !== 'comment-not-found') throw error;
      }
    },
    onMutate: without,
    onError: (_error, comment) => withAgain(comment),
  });
}

/** Brings back an own comment that was deleted, to its place. */
export function useRestoreComment(blogId: string) {
  const { client, withAgain } = useCommentChange(blogId);
  return useMutation({
    mutationFn: ({ _id }: SharedComment) => call(client, restoreComment, { params: { id: _id } }),
    onSuccess: (_reply, comment) => withAgain(comment),
  });
}
