import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readersKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import {
  type Comment,
  commentsOfBlog,
  commentsPerPage,
  commentsPerPageMax,
  oneComment,
} from '../contract.ts';
import { isBefore, type ThreadOrder, threadOf } from './threads.ts';

/** Refetched after half a minute to show new comments by others. */
const freshForMs = 30_000;

/** A comment without the fields that depend on the viewer. */
export type SharedComment = Omit<Comment, 'isOwn' | 'userEmail'>;

export function shared({ isOwn: _isOwn, userEmail: _email, ...comment }: Comment): SharedComment {
  return comment;
}

/** The comments of a blog loaded so far, by threads. */
export interface CommentList {
  readonly comments: readonly SharedComment[];
  readonly hasMore: boolean;
}

/** Identifies a blog's comments in the order in which they are shown. */
export interface ListName {
  readonly blogId: string;
  readonly order: ThreadOrder;
}

interface PageRequest extends ListName {
  /** The last comment loaded; undefined for none. */
  readonly last: SharedComment | undefined;
  readonly limit: number;
}

async function fetchPage(
  client: QueryClient,
  { blogId, order, last, limit }: PageRequest,
  signal?: AbortSignal,
): Promise<CommentList> {
  const after = last && { after: last._id, thread: threadOf(last) };
  const query = { blogId, order, limit: String(limit), ...after };
  const { body, headers } = await call(client, commentsOfBlog, { query }, { signal });
  return { comments: body.map(shared), hasMore: headers.get('link') !== null };
}

/** The comments of a blog. A refetch loads as many as were loaded before. */
export function commentsQuery({ blogId, order }: ListName) {
  const queryKey = [...readersKey, 'comments', blogId, order] as const;
  return queryOptions({
    queryKey,
    staleTime: freshForMs,
    queryFn: async ({ client, signal }): Promise<CommentList> => {
      const known = client.getQueryData<CommentList>(queryKey)?.comments.length ?? 0;
      let list: CommentList = { comments: [], hasMore: true };
      while (list.hasMore && list.comments.length < Math.max(known, commentsPerPage)) {
        const missing = Math.max(known, commentsPerPage) - list.comments.length;
        const limit = Math.min(missing, commentsPerPageMax);
        const last = list.comments.at(-1);
        const page = await fetchPage(client, { blogId, order, last, limit }, signal);
        list = { comments: [...list.comments, ...page.comments], hasMore: page.hasMore };
      }
      return list;
    },
  });
}

async function loadPage(client: QueryClient, name: ListName, limit: number): Promise<void> {
  const { queryKey } = commentsQuery(name);
  const last = client.getQueryData(queryKey)?.comments.at(-1);
  const page = await fetchPage(client, { ...name, last, limit });
  client.setQueryData(queryKey, (list) => {
    // Comments that were added in the meantime aren't shown twice.
    const known = new Set(list?.comments.map(({ _id }) => _id));
    const added = page.comments.filter(({ _id }) => !known.has(_id));
    return { comments: [...(list?.comments ?? []), ...added], hasMore: page.hasMore };
  });
}

/** Loads the next page of comments. */
export function useLoadMore(name: ListName) {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => loadPage(client, name, 2 * commentsPerPage) });
}

/** Loads all comments up to this one, unless it is loaded already or comes before the last one loaded. */
export async function loadUpTo(
  client: QueryClient,
  name: ListName,
  comment: SharedComment,
): Promise<void> {
  const { queryKey } = commentsQuery(name);
  const isMissing = () => {
    const last = client.getQueryData(queryKey)?.comments.at(-1);
    return !last || isBefore(name.order, last, comment);
  };
  if (!isMissing()) return;
  do await loadPage(client, name, commentsPerPageMax);
  while (isMissing() && client.getQueryData(queryKey)?.hasMore);
}

/** Loads comments up to the one that the address names: the server says in which thread it is. */
export function useLoadUpTo(name: ListName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { body } = await call(client, oneComment, { params: { id } });
      // A comment on another blog has no place in this list.
      if (body.blogId === name.blogId) await loadUpTo(client, name, shared(body));
    },
  });
}
