import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PagedBlogs, type PagedListProps } from '../../../blog/web/paged-blogs.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { tagBlogsQuery } from './tag-queries.ts';

interface TagBlogsProps extends PagedListProps {
  readonly tag: string;
}

/** The blogs with a tag, newest first, one page at a time. */
export function TagBlogs({ tag, ...list }: TagBlogsProps) {
  const page = useQuery({
    ...tagBlogsQuery(tag, list.cursor),
    placeholderData: keepPreviousData,
    enabled: list.refusal === undefined,
  });
  return (
    <PagedBlogs
      {...list}
      page={page}
      to={(query) => paths.tag.to(tag, query)}
      empty={{
        text: 'There is nothing more to read with this tag.',
        action: <ButtonLink to={paths.tags.to()}>All tags</ButtonLink>,
      }}
    />
  );
}
