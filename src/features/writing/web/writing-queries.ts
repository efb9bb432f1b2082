import { queryOptions } from '@tanstack/react-query';
import { oneBlog } from '../../../blog/contract.ts';
import { blogsKey } from '../../../blog/web/blog-queries.ts';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { blogRights } from '../contract.ts';

/** How long a text that was loaded to be edited stands for the newest, in milliseconds; a save finds out anyway. */
const editableForMs = 60_000;

/** A blog as its author goes on writing it: fresher than what readers may be shown. */
export function blogToEditQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'to-edit', id],
    queryFn: async ({ client, signal }) =>
      (await call(client, oneBlog, { params: { id } }, { signal })).body,
    staleTime: editableForMs,
  });
}

/** What the viewer, who is signed in, may do with a blog; the blog itself is the same for everybody. */
export function blogRightsQuery(id: string) {
  return queryOptions({
    queryKey: [...personalKey, 'blog-rights', id],
    queryFn: async ({ client, signal }) =>
      (await call(client, blogRights, { params: { id } }, { signal })).body,
  });
}
