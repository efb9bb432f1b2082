import { type Query, useQueryClient } from '@tanstack/react-query';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { personalKey, readersKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { takeBlogBack } from '../contract.ts';
import { useBringBack } from './use-bring-back.ts';

/** Unpublishes a blog at once and offers to undo it; `onTakenBack` runs in between. Rejects with the server's problem. */
export function useTakeBack(): (id: string, onTakenBack?: () => Promise<void>) => Promise<void> {
  const queries = useQueryClient();
  const bringBack = useBringBack();
  return async (id, onTakenBack) => {
    await call(queries, takeBlogBack, { params: { id } });
    // All queries except those about the blog itself, which readers can't load any more.
    const predicate = ({ queryKey }: Query) => !queryKey.includes(id);
    for (const queryKey of [blogsKey, personalKey, readersKey]) {
      void queries.invalidateQueries({ queryKey, predicate });
    }
    await onTakenBack?.();
    void showToast({ text: 'The blog is a draft again.', undo: () => void bringBack(id) });
  };
}
