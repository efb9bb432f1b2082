import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { addWish, myWishes, removeWish, type Wish, wishedBlogs } from '../contract.ts';

const wishlistKey = [...personalKey, 'wishlist'] as const;
const listsKey = [...wishlistKey, 'lists'] as const;
/** There may be another device: a list is looked at anew after half a minute. */
const freshForMs = 30_000;

/** The viewer's wishes, the latest first; of one category, or all where it is empty. */
export function wishlistQuery(category: string) {
  return queryOptions({
    queryKey: [...listsKey, category],
    queryFn: async ({ client, signal }) =>
      (await call(client, myWishes, { query: { category } }, { signal })).body,
    staleTime: freshForMs,
  });
}

/** Ids of the blogs on the viewer's wishlist. */
export function wishedBlogsQuery() {
  return queryOptions({
    queryKey: [...wishlistKey, 'blogs'],
    queryFn: async ({ client, signal }) =>
      (await call(client, wishedBlogs, {}, { signal })).body.map(({ reviewId }) => reviewId),
    staleTime: freshForMs,
  });
}

/** What every mutation that adds a wish is known by: there is one at a time. */
export const addWishKey = [...wishlistKey, 'add'] as const;

async function showWished(client: QueryClient, blogId: string): Promise<void> {
  client.setQueryData(wishedBlogsQuery().queryKey, (ids) =>
    ids === undefined || ids.includes(blogId) ? ids : [blogId, ...ids],
  );
  await client.invalidateQueries({ queryKey: listsKey });
}

/** Adds the blog of an id to the viewer's wishlist. */
export function useAddWish() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: addWishKey,
    mutationFn: async (blogId: string) =>
      (await call(client, addWish, { body: { reviewId: blogId } })).body,
    onSuccess: (_wish, blogId) => void showWished(client, blogId),
    onError: (error, blogId) => {
      // Another tab or device was first.
      if (error instanceof Problem && error.code === 'wished-already') {
        void showWished(client, blogId);
      }
    },
  });
}

/** Takes a wish off the viewer's wishlist; one that is gone already counts as taken off. */
export function useRemoveWish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wish: Wish) => {
      try {
        await call(client, removeWish, { query: { itemId: wish._id } });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'wish-not-found') throw error;
      }
    },
    onSuccess: async (_nothing, wish) => {
      // A list that is on its way would bring the wish back.
      await client.cancelQueries({ queryKey: wishlistKey });
      client.setQueriesData<Wish[]>({ queryKey: listsKey }, (wishes) =>
        wishes?.filter(({ _id }) => _id !== wish._id),
      );
      client.setQueryData(wishedBlogsQuery().queryKey, (ids) =>
        ids?.filter((id) => id !== wish.reviewId),
      );
    },
  });
}
