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

/** Milliseconds that a text loaded for editing counts as current; a save detects a conflict anyway. */
const editableForMs = 60_000;

/** A blog for its author; with the reason where it is held. */
export type BlogToEdit = Blog & { readonly held?: WhyHeld };

/** The last saved text, visible or not. */
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

/** A blog of the viewer's under a hold, with the reason. */
export function heldBlogQuery(id: string) {
  return endpointQuery(
    [...personalKey, 'held-blog', id],
    myHeldBlog,
    { params: { id } },
    { staleTime: 0 },
  );
}

/** A blog for its author's editor: fresher than the readers' copy. */
export function blogToEditQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'to-edit', id],
    queryFn: ({ client, signal }) => fetchToEdit(client, id, signal),
    staleTime: editableForMs,
  });
}

/** The signed-in viewer's rights over a blog; the blog itself is the same for everyone. */
export function blogRightsQuery(id: string) {
  return endpointQuery([...personalKey, 'blog-rights', id], blogRights, { params: { id } });
}
