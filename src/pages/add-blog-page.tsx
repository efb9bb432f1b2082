import { newBlogKey } from '../features/blogs/saved-draft-contract.ts';
import { AddBlog } from '../features/blogs/web/editor/add-blog.tsx';
import { ExportLink } from '../features/blogs/web/editor/export-link.tsx';
import { savedDraftQuery } from '../features/blogs/web/writing-queries.ts';
import { useViewer } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { PageHeading } from '../platform/web/ui/page-heading.tsx';
import { definePage } from './define-page.ts';

function AddBlogPage() {
  const viewer = useViewer();
  if (viewer.status !== 'signed-in') return null;
  const { person } = viewer;
  return (
    <>
      <PageHeading>Add a New Blog</PageHeading>
      <AddBlog key={person.id} person={person} />
      <p className="mt-10">
        <ExportLink />
      </p>
    </>
  );
}

export const addBlogPage = definePage({
  component: AddBlogPage,
  queries: ({ viewer }) => (viewer ? [savedDraftQuery(newBlogKey)] : []),
  head: () => ({
    title: 'Add Blog',
    description: 'Write a blog for The Content Hub.',
    canonicalPath: paths.addBlog.to(),
    isUnlisted: true,
  }),
});
