import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import {
  opened,
  type Personal,
  personal,
  reader,
} from '../../../platform/web/personal/personal.ts';
import { addWish, myWishes, removeWish, type Wish, wishedBlogs } from '../contract.ts';

const wishlistKey = [...personalKey, 'wishlist'] as const;
const listsKey = [...wishlistKey, 'lists'] as const;
/** Another device may change the list: it is refetched after half a minute. */
const freshForMs = 30_000;

/** The viewer's wishes, latest first; of one category, or all if it is empty. */
export function wishlistQuery(category: string) {
  return endpointQuery(
    [...listsKey, category],
    myWishes,
    { query: { category } },
    { staleTime: freshForMs },
  );
}

/** Ids of the blogs on the viewer's wishlist. */
export function wishedBlogsQuery() {
  return queryOptions({
    queryKey: [...wishlistKey, 'blogs'],
    queryFn: async ({ client, signal }): Promise<Personal<readonly string[]>> =>
      personal((await call(client, wishedBlogs, {}, { signal })).body.map(idOfBlog)),
    staleTime: freshForMs,
  });
}

function idOfBlog({ reviewId }: Pick<Wish, 'reviewId'>): string {
  return reviewId;
}

/** Indexes of the ids: there can be two thousand, and a page looks up many blogs. */
const indices = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a blog is among the wished ones. */
export const isWished = reader('is-wished', (ids: readonly string[], blogId: string) => {
  const index = indices.get(ids) ?? new Set(ids);
  indices.set(ids, index);
  return index.has(blogId);
});

/** Changes the cached ids, if there are any. */
function changeWished(
  client: QueryClient,
  change: (ids: readonly string[]) => readonly string[],
): void {
  client.setQueryData(wishedBlogsQuery().queryKey, (ids) => ids && personal(change(opened(ids))));
}

/** Whether a wish was refused because the blog is on the list already. */
export function isThereAlready(error: unknown): boolean {
  return error instanceof Problem && error.code === 'wished-already';
}

/** Key of all mutations that add a wish: only one runs at a time. */
export const addWishKey = [...wishlistKey, 'add'] as const;

async function showWished(client: QueryClient, blogId: string): Promise<void> {
  changeWished(client, (ids) => (ids.includes(blogId) ? ids : [blogId, ...ids]));
  await client.invalidateQueries({ queryKey: listsKey });
}

/** Adds a blog to the viewer's wishlist by its id. */
export function useAddWish() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: addWishKey,
    mutationFn: async (blogId: string) =>
      (await call(client, addWish, { body: { reviewId: blogId } })).body,
    onSuccess: (_wish, blogId) => void showWished(client, blogId),
    onError: (error, blogId) => {
      // Another tab or device already added it.
      if (isThereAlready(error)) void showWished(client, blogId);
    },
  });
}

async function remove(client: QueryClient, { _id }: Pick<Wish, '_id'>): Promise<void> {
  try {
    await call(client, removeWish, { query: { itemId: _id } });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'wish-not-found') throw error;
  }
}

/** There is one wish per blog, so lists are updated by the blog's id. */
async function showUnwished(client: QueryClient, blogId: string): Promise<void> {
  // A list that is being fetched would bring the wish back.
  await client.cancelQueries({ queryKey: wishlistKey });
  client.setQueriesData<Wish[]>({ queryKey: listsKey }, (wishes) =>
    wishes?.filter(({ reviewId }) => reviewId !== blogId),
  );
  changeWished(client, (ids) => ids.filter((id) => id !== blogId));
}

/** Removes a wish from the viewer's wishlist; one that is already removed counts as success. */
export function useRemoveWish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => remove(client, wish),
    onSuccess: (_nothing, { reviewId }) => showUnwished(client, reviewId),
  });
}

/** The same by the blog's id. Pages don't have the ids of wishes, so it is fetched first. */
export function useRemoveWishOf() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(blogId: string) {
      const wishes = (await call(client, wishedBlogs, {})).body;
      const wish = wishes.find(({ reviewId }) => reviewId === blogId);
      if (wish) await remove(client, wish);
    },
    onSuccess: (_nothing, blogId) => showUnwished(client, blogId),
  });
}
