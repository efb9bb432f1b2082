import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { TagLinks } from '../../blog/web/tag-links.tsx';
import { BlogHeader } from '../../features/reading/web/article/blog-header.tsx';
import { BlogSkeleton } from '../../features/reading/web/article/blog-skeleton.tsx';
import { onePreview } from '../../features/writing/drafts/contract/preview-link.ts';
import { paths } from '../../paths.ts';
import { Problem } from '../../platform/contract/problems.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { endpointQuery } from '../../platform/web/endpoint-query.ts';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';
import { NotFound } from '../not-found.tsx';
import '../../blog/web/article-text.css';

/** A draft, by its secret link. */
function previewQuery(token: string) {
  const settings = { staleTime: 0, retry: false };
  return endpointQuery(['preview', token], onePreview, { params: { token } }, settings);
}

function PreviewPage() {
  const { token = '' } = useParams();
  const { data: draft, error, isError, refetch } = useQuery(previewQuery(token));
  if (error instanceof Problem && error.status === 404) return <NotFound />;
  if (isError && !draft) {
    const reason = error instanceof Problem ? error.message : 'It may be the connection.';
    return (
      <>
        <PageHeading>This draft could not be loaded</PageHeading>
        <ErrorNote onRetry={() => refetch()}>{reason}</ErrorNote>
      </>
    );
  }
  if (!draft) return <BlogSkeleton />;
  const { savedAt, longDescriptionHtml, title, ...rest } = draft;
  const blog = {
    ...rest,
    _id: '',
    authorId: null,
    version: 1,
    title: title === '' ? 'Untitled' : title,
    createdAt: savedAt,
    updatedAt: savedAt,
  };
  return (
    <article className="article-page">
      <p className="mx-auto mb-8 max-w-measure border-l-2 border-ink py-1 pl-5 text-sm text-soft">
        This is a draft that its author shows you. It is not published, and may change or go.
      </p>
      <BlogHeader blog={blog} />
      <div
        dir="auto"
        className="article-text mx-auto my-10 max-w-measure"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized the HTML with an allow-list.
        dangerouslySetInnerHTML={{ __html: longDescriptionHtml }}
      />
      <TagLinks tags={blog.tags} className="mx-auto max-w-measure" />
    </article>
  );
}

export const page = definePage(paths.preview, {
  component: PreviewPage,
  queries: ({ params: { token } }) => [previewQuery(token)],
  head: ({ settings: { own } }) => ({
    title: 'A draft',
    description: `A draft on ${nameIn(own)}.`,
    // The address is a secret.
    canonicalPath: paths.home.to(),
  }),
});
