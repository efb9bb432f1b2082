import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PagedBlogs, type PagedListProps } from '../../../blog/web/paged-blogs.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { followedBlogsQuery } from './following-queries.ts';

/** The blogs of the authors whom the viewer follows, the newest first, a page at a time. */
export function FollowedBlogs(list: PagedListProps) {
  const page = useQuery({
    ...followedBlogsQuery(list.cursor),
    placeholderData: keepPreviousData,
    enabled: list.refusal === undefined,
  });
  return (
    <PagedBlogs
      {...list}
      page={page}
      to={(query) => paths.following.to(query)}
      empty={{
        title: 'Nothing here yet.',
        text: 'Follow authors on their pages, or below what they wrote: their new blogs are listed here.',
        action: <ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>,
      }}
    />
  );
}
