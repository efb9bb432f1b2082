import { managedBlogShows } from '../../features/moderation/contract/manage.ts';
import { managedBlogsQuery } from '../../features/moderation/web/manage-queries.ts';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ManagedTexts } from './managed-texts.tsx';

function BlogsPage() {
  return (
    <ManagedTexts
      title="Blogs"
      address={paths.managedBlogs}
      queryFor={managedBlogsQuery}
      shows={managedBlogShows}
      searchLabel="Words of the title"
      noneTitle="No blogs here"
    />
  );
}

export const page = definePage(paths.managedBlogs, {
  component: BlogsPage,
  queries: ({ query }) => [managedBlogsQuery(query)],
  head: () => ({ title: 'Blogs', description: 'Keeping the blogs of this site in order.' }),
});
