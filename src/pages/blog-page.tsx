import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { BlogArticle } from '../features/blogs/web/blog-article.tsx';
import { blogHeadOf } from '../features/blogs/web/blog-head.ts';
import { BlogHeader } from '../features/blogs/web/blog-header.tsx';
import { blogCardQuery, blogQuery } from '../features/blogs/web/blog-queries.ts';
import { BlogSkeleton } from '../features/blogs/web/blog-skeleton.tsx';
import type { Person } from '../identity/person.ts';
import { useOrigin } from '../identity/web/origin.ts';
import { useViewer } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { Problem } from '../platform/contract/problems.ts';
import { titleOf } from '../platform/web/head.ts';
import { type SiteSettings, useSiteSettings } from '../platform/web/site-settings.ts';
import { ErrorNote } from '../platform/web/ui/error-note.tsx';
import { LoadingIndicator } from '../platform/web/ui/loading-indicator.tsx';
import { definePage } from './define-page.ts';
import { NotFound } from './not-found.tsx';

function mayRead({ reading }: SiteSettings, viewer: Person | null): boolean {
  return reading === 'public' || viewer !== null;
}

/** Leads to Sign In, which leads back. Without JavaScript it shows what the blog is about and the way there. */
function SignInFirst({ id }: { readonly id: string }) {
  const { data: blog } = useQuery(blogCardQuery(id));
  const navigate = useNavigate();
  const { from } = useOrigin();

  useEffect(() => {
    void navigate(paths.signIn.to(), { replace: true, state: { from } });
  }, [navigate, from]);

  return (
    <>
      <div className="py-16 noscript:hidden">
        <LoadingIndicator />
      </div>
      {blog && (
        <noscript>
          <BlogHeader blog={blog} />
          <p className="mt-8 text-lg">
            <Link to={paths.signIn.to()} className="underline">
              Sign in
            </Link>{' '}
            to read the whole blog.
          </p>
        </noscript>
      )}
    </>
  );
}

function Reading({ id }: { readonly id: string }) {
  const settings = useSiteSettings();
  const { data: blog, error, isError, refetch } = useQuery(blogQuery(id));
  const title = blog && titleOf(blogHeadOf(blog, settings));

  useEffect(() => {
    // The navigation didn't wait for a blog that took its time, and gave the page a title without it.
    if (title !== undefined) document.title = title;
  }, [title]);

  if (blog) {
    return <BlogArticle blog={blog} url={new URL(paths.blog.to(id), settings.siteUrl).href} />;
  }
  if (error instanceof Problem && error.status === 404) return <NotFound />;
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>This blog could not be loaded.</ErrorNote>;
  }
  return <BlogSkeleton />;
}

function BlogPage() {
  const { id = '' } = useParams();
  const settings = useSiteSettings();
  const viewer = useViewer();
  if (mayRead(settings, viewer.status === 'signed-in' ? viewer.person : null)) {
    return <Reading key={id} id={id} />;
  }
  return viewer.status === 'loading' ? <LoadingIndicator /> : <SignInFirst id={id} />;
}

export const blogPage = definePage({
  component: BlogPage,
  queries: ({ params: { id = '' }, settings, viewer }) => [
    mayRead(settings, viewer) ? blogQuery(id) : blogCardQuery(id),
  ],
  head: ({ params: { id = '' }, settings, client }) => {
    const blog =
      client.getQueryData(blogQuery(id).queryKey) ??
      client.getQueryData(blogCardQuery(id).queryKey);
    if (blog) return blogHeadOf(blog, settings);
    return {
      title: 'Blog',
      description: 'A blog on The Content Hub.',
      canonicalPath: paths.blog.to(id),
    };
  },
});
