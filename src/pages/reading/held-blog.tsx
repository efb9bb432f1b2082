import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ExportLink } from '../../features/transfer/web/export-link.tsx';
import { heldBlogQuery } from '../../features/writing/publishing/web/author-queries.ts';
import { WhyHeldNote } from '../../features/writing/publishing/web/why-held.tsx';
import { paths } from '../../paths.ts';
import { titleOf } from '../../platform/web/head.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { NotFound } from '../not-found.tsx';

/** A blog that is visible to its author only, at its own address: reason, date and possible actions. */
export function HeldBlog({ id }: { readonly id: string }) {
  const settings = useSiteSettings();
  const { data: blog } = useQuery(heldBlogQuery(id));
  const title = blog && titleOf({ title: blog.title }, settings);

  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);

  if (!blog) return <NotFound />;
  return (
    <>
      <PageHeading>
        <span dir="auto" className="wrap-anywhere">
          {blog.title}
        </span>
      </PageHeading>
      <WhyHeldNote held={blog.held} />
      <p dir="auto" className="max-w-measure text-lg text-soft wrap-anywhere">
        {blog.shortDescription}
      </p>
      <p className="mt-8 flex flex-wrap items-center gap-4">
        <ButtonLink look="primary" to={paths.updateBlog.to(id)}>
          Update Blog
        </ButtonLink>
        <ExportLink />
        <ButtonLink look="plain" size="small" to={paths.myWriting.to({ list: 'published' })}>
          My writing
        </ButtonLink>
      </p>
    </>
  );
}
