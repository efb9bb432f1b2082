import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import type { Person } from '../../../../identity/person.ts';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import type { PictureWay } from '../../../../platform/web/ui/picture-way.ts';
import { showToast } from '../../../../platform/web/ui/toasts.tsx';
import { addBlog } from '../../contract.ts';
import { newBlogKey } from '../../draft-contract.ts';
import { emptyText } from '../drafts/draft-text.ts';
import { BlogForm } from './blog-form.tsx';
import { useBlogEditor } from './use-blog-editor.ts';

interface AddBlogProps {
  readonly person: Person;
  readonly pictureWay: PictureWay;
}

/** Writes a new blog and publishes it. */
export function AddBlog({ person, pictureWay }: AddBlogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();

  const editor = useBlogEditor({
    personId: person.id,
    target: newBlogKey,
    text: emptyText,
    baseTag: null,
    failureText: 'Failed to add blog',
    async publish({ text, revision, name, signal }, keeper) {
      const body = { ...text, ...(revision && { draft: { key: newBlogKey, revision } }) };
      const headers = { 'idempotency-key': name };
      await call(queries, addBlog, { body }, { headers, signal });
      keeper.settled(emptyText);
      editor.showKept();
      void showToast({ text: 'Blog added successfully!' });
      void queries.invalidateQueries({ queryKey: blogsKey });
      await navigate(paths.home.to(), { viewTransition: true });
    },
  });

  return (
    <BlogForm editor={editor} submitLabel="Save" pendingLabel="Saving..." pictureWay={pictureWay} />
  );
}
