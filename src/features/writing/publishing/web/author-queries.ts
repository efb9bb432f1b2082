import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Blog, oneBlog } from '../../../../blog/contract.ts';
import type { WhyHeld } from '../../../../blog/held.ts';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { myHeldBlog } from '../contract/held.ts';
import { blogRights } from '../contract/publishing.ts';

/** How long a text that was loaded to be edited stands for the newest, in milliseconds; a save finds out anyway. */
const editableForMs = 60_000;

/** A blog in its author's hands; with the reason where others don't see it. */
export type BlogToEdit = Blog & { readonly held?: WhyHeld };

/** As it was saved last, in sight or not. */
export async function fetchToEdit(
  client: QueryClient,
  id: string,
  signal: AbortSignal,
): Promise<BlogToEdit> {
  const params = { id };
  try {
    return (await call(client, oneBlog, { params }, { signal })).body;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    const { body } = await call(client, myHeldBlog, { params }, { signal });
    return { ...body, longDescriptionHtml: '' };
  }
}

/** A blog of the viewer's that others don't see, with the reason. */
export function heldBlogQuery(id: string) {
  return endpointQuery(
    [...personalKey, 'held-blog', id],
    myHeldBlog,
    { params: { id } },
    { staleTime: 0 },
  );
}

/** A blog as its author goes on writing it: fresher than what readers may be shown. */
export function blogToEditQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'to-edit', id],
    queryFn: ({ client, signal }) => fetchToEdit(client, id, signal),
    staleTime: editableForMs,
  });
}

/** What the viewer, who is signed in, may do with a blog; the blog itself is the same for everybody. */
export function blogRightsQuery(id: string) {
  return endpointQuery([...personalKey, 'blog-rights', id], blogRights, { params: { id } });
}
