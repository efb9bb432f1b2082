import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { blogRights } from '../contract.ts';

/** What the viewer, who is signed in, may do with a blog; the blog itself is the same for everybody. */
export function blogRightsQuery(id: string) {
  return queryOptions({
    queryKey: [...personalKey, 'blog-rights', id],
    queryFn: async ({ client, signal }) =>
      (await call(client, blogRights, { params: { id } }, { signal })).body,
  });
}
