import { pictureWay } from '../features/pictures/web/picture-way.ts';
import { ExportLink } from '../features/transfer/web/export-link.tsx';
import { newBlogKey } from '../features/writing/draft-contract.ts';
import { savedDraftQuery } from '../features/writing/web/drafts/saved-draft-query.ts';
import { AddBlog } from '../features/writing/web/editor/add-blog.tsx';
import { writingShortcuts } from '../features/writing/web/editor/writing-shortcuts.ts';
import { useViewer } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { opened } from '../platform/web/personal/personal.ts';
import { PageHeading } from '../platform/web/ui/headings.tsx';
import { definePage } from './define-page.ts';
import { useOwnShortcuts } from './shortcuts/page-shortcuts.ts';

function AddBlogPage() {
  const viewer = useViewer();
  useOwnShortcuts(writingShortcuts);
  if (viewer.status !== 'signed-in') return null;
  const person = opened(viewer.person);
  return (
    <div className="wide-page">
      <PageHeading look="quiet">Add a New Blog</PageHeading>
      <AddBlog key={person.id} person={person} pictureWay={pictureWay} />
      <p className="mt-10">
        <ExportLink />
      </p>
    </div>
  );
}

export const page = definePage(paths.addBlog, {
  component: AddBlogPage,
  queries: ({ isMember }) => (isMember ? [savedDraftQuery(newBlogKey)] : []),
  head: () => ({
    title: 'Add Blog',
    description: 'Write a blog for The Content Hub.',
  }),
});
