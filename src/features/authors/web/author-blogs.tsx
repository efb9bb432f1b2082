import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PagedBlogs, type PagedListProps } from '../../../blog/web/paged-blogs.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { authorBlogsQuery } from './author-queries.ts';

interface AuthorBlogsProps extends PagedListProps {
  readonly id: string;
}

/** An author's blogs, the newest first, a page at a time. */
export function AuthorBlogs({ id, ...list }: AuthorBlogsProps) {
  const page = useQuery({
    ...authorBlogsQuery(id, list.cursor),
    placeholderData: keepPreviousData,
    enabled: list.refusal === undefined,
  });
  return (
    <PagedBlogs
      {...list}
      page={page}
      to={(query) => paths.author.to(id, query)}
      empty={{
        text: 'There is nothing to read by this author yet.',
        action: <ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>,
      }}
    />
  );
}
