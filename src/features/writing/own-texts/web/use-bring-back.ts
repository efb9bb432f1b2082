import { useQueryClient } from '@tanstack/react-query';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { personalKey, readersKey } from '../../../../identity/web/viewer.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { restoreBlog } from '../contract.ts';

/** Restores a deleted or unpublished blog, and confirms it. Resolves to whether that succeeded. */
export function useBringBack(): (id: string) => Promise<boolean> {
  const queries = useQueryClient();
  return async (id) => {
    try {
      await call(queries, restoreBlog, { params: { id } });
    } catch (error) {
      const reason = error instanceof Problem ? error.message : '';
      void showToast({ text: `The blog could not be brought back. ${reason}`, tone: 'bad' });
      return false;
    }
    // Queries run in the meantime lack the blog.
    for (const queryKey of [blogsKey, personalKey, readersKey]) {
      void queries.invalidateQueries({ queryKey });
    }
    void showToast({ text: 'The blog is back.' });
    return true;
  };
}
