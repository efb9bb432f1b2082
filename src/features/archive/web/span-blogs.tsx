import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PagedBlogs, type PagedListProps } from '../../../blog/web/paged-blogs.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { type SpanName, spanBlogsQuery } from './archive-queries.ts';

interface SpanBlogsProps extends PagedListProps {
  readonly span: SpanName;
}

/** The blogs of a year or a month, the newest first, a page at a time. */
export function SpanBlogs({ span, ...list }: SpanBlogsProps) {
  const { year, month } = span;
  const page = useQuery({
    ...spanBlogsQuery(span, list.cursor),
    placeholderData: keepPreviousData,
    enabled: list.refusal === undefined,
  });
  return (
    <PagedBlogs
      {...list}
      page={page}
      to={(query) =>
        month === undefined
          ? paths.archiveYear.to(year, query)
          : paths.archiveMonth.to(year, month, query)
      }
      empty={{
        text: 'There is nothing more to read of this time.',
        action: <ButtonLink to={paths.archive.to()}>Archive</ButtonLink>,
      }}
    />
  );
}
