import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { SpanName } from '../../features/archive/web/archive-queries.ts';
import { MonthLinks } from '../../features/archive/web/month-links.tsx';
import { SpanBlogs } from '../../features/archive/web/span-blogs.tsx';
import { InterruptedWishAdder } from '../../features/wishlist/web/interrupted-wish-adder.tsx';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { usePageQuery, useRefusal } from '../define-page.ts';
import { wishableCards } from './wishable-cards.tsx';

interface ArchiveSpanProps {
  readonly title: (span: SpanName) => string;
  /** Links up in the archive. */
  readonly up: (span: SpanName) => ReactNode;
}

/** Shared parts of the pages of a year and of a month. */
export function ArchiveSpan({ title, up }: ArchiveSpanProps) {
  const { year = '', month } = useParams();
  const span: SpanName = { year, ...(month !== undefined && { month }) };
  const { cursor } = usePageQuery(paths.archiveMonth);
  const refusal = useRefusal();
  return (
    <>
      <InterruptedWishAdder />
      <PageHeading lead={<span className="flex flex-wrap gap-x-5 gap-y-2">{up(span)}</span>}>
        {title(span)}
      </PageHeading>
      <MonthLinks span={span} />
      <SpanBlogs span={span} cursor={cursor} refusal={refusal} cards={wishableCards} />
    </>
  );
}
