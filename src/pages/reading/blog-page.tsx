import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { rightsOver } from '../../blog/policy.ts';
import { blogCardQuery, blogQuery, type ReadableBlog } from '../../blog/web/blog-queries.ts';
import { commentsQuery } from '../../features/comments/web/comment-queries.ts';
import { CommentSection } from '../../features/comments/web/comment-section.tsx';
import { orderOf } from '../../features/comments/web/comments-address.ts';
import { FollowButton } from '../../features/following/web/follow-button.tsx';
import { followedIdsQuery } from '../../features/following/web/following-queries.ts';
import { ReportButton } from '../../features/moderation/web/report-button.tsx';
import { BlogArticle } from '../../features/reading/web/article/blog-article.tsx';
import { blogHeadOf } from '../../features/reading/web/article/blog-head.ts';
import { BlogHeader } from '../../features/reading/web/article/blog-header.tsx';
import { BlogSkeleton } from '../../features/reading/web/article/blog-skeleton.tsx';
import { blogsBesideQuery } from '../../features/reading/web/article/blogs-beside-query.ts';
import { sharedBlog } from '../../features/sharing/shared-pages.ts';
import { InterruptedWishAdder } from '../../features/wishlist/web/interrupted-wish-adder.tsx';
import { WishlistToggle } from '../../features/wishlist/web/wishlist-toggle.tsx';
import { editableQuery, mayEdit } from '../../features/writing/others-texts/web/others-queries.ts';
import type { Person } from '../../identity/person.ts';
import { useReturnLink, useSignInFirst } from '../../identity/web/origin.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { Problem } from '../../platform/contract/problems.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { titleOf } from '../../platform/web/head.ts';
import { lazyChunk } from '../../platform/web/lazy-chunk.ts';
import { type Personal, reader } from '../../platform/web/personal/personal.ts';
import { Slot } from '../../platform/web/personal/slot.tsx';
import { type SiteSettings, useSiteSettings } from '../../platform/web/site-settings.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { LoadingIndicator } from '../../platform/web/ui/waiting.tsx';
import { definePage, usePageQuery } from '../define-page.ts';
import { Gone, goneTitle } from '../gone.tsx';
import { NotFound } from '../not-found.tsx';

type HeldBlogPart = typeof import('./held-blog.tsx');

const loadHeldBlog = lazyChunk(() => import('./held-blog.tsx'));

/** The navigation may have ended before the reply, with a blog's title. */
function useTitle(title: string): void {
  const settings = useSiteSettings();
  useEffect(() => {
    document.title = titleOf({ title }, settings);
  }, [title, settings]);
}

function GoneBlog() {
  useTitle(goneTitle);
  return <Gone />;
}

/**
 * Shown for a blog that doesn't exist, the same for everyone. In a member's browser it checks whether the blog is one
 * of their own hidden ones.
 */
function MissingBlog() {
  const { id = '' } = useParams();
  const isMember = useViewer().status === 'signed-in';
  const [part, setPart] = useState<HeldBlogPart>();

  useTitle('Page Not Found');

  useEffect(() => {
    if (!isMember) return;
    // Without this chunk the member sees the public page; My writing shows the hidden blog.
    loadHeldBlog().then(setPart, () => undefined);
  }, [isMember]);

  if (!part || !isMember) return <NotFound />;
  return <part.HeldBlog id={id} />;
}

function mayRead({ reading }: SiteSettings, isMember: boolean): boolean {
  return reading === 'public' || isMember;
}

/** Redirects to Sign In, which returns here. Without JavaScript it shows a summary of the blog and a link. */
function SignInFirst({ id }: { readonly id: string }) {
  const { data: blog } = useQuery(blogCardQuery(id));
  const { query } = useReturnLink();

  return (
    <>
      <div className="py-16 noscript:hidden">
        <LoadingIndicator />
      </div>
      {blog && (
        <noscript>
          <BlogHeader blog={blog} />
          <p className="mt-8 text-lg">
            <Link to={paths.signIn.to(query)} rel="nofollow" className="underline">
              Sign in
            </Link>{' '}
            to read the whole blog.
          </p>
        </noscript>
      )}
    </>
  );
}

const canEdit = reader(
  'can-edit',
  ({ id }: Person, authorId: string | null) => rightsOver(authorId, id).canEdit,
);

interface UpdateBlogLinkProps {
  readonly blog: ReadableBlog;
  readonly person: Personal<Person>;
}

/** Update link for people who may change the blog, report link for others. */
function UpdateBlogLink({ blog: { _id, authorId }, person }: UpdateBlogLinkProps) {
  const { data: editable } = useQuery(editableQuery());
  const linkOrReport = (isEditor: boolean) =>
    isEditor ? (
      <ButtonLink size="small" to={paths.updateBlog.to(_id)}>
        Update Blog
      </ButtonLink>
    ) : (
      <ReportButton kind="blog" id={_id} />
    );
  // Until the query answers, only own blogs are editable.
  return editable ? (
    <Slot of={editable} is={mayEdit} about={authorId} isRare>
      {linkOrReport}
    </Slot>
  ) : (
    <Slot of={person} is={canEdit} about={authorId} isRare>
      {linkOrReport}
    </Slot>
  );
}

const reportOf = (id: string, describedBy: string) => (
  <ReportButton kind="comment" id={id} describedBy={describedBy} />
);

function Reading({ id }: { readonly id: string }) {
  const { comments } = usePageQuery(paths.blog);
  const settings = useSiteSettings();
  const viewer = useViewer();
  const { data: blog, error, isError, refetch } = useQuery(blogQuery(id));
  const title = blog && titleOf(blogHeadOf(blog, settings), settings);

  useEffect(() => {
    // The navigation ended before a slow blog arrived, without its title.
    if (title !== undefined) document.title = title;
  }, [title]);

  if (blog) {
    return (
      <>
        <InterruptedWishAdder />
        <BlogArticle
          blog={blog}
          url={new URL(paths.blog.to(id), settings.siteUrl).href}
          action={
            viewer.status === 'signed-in' && <UpdateBlogLink blog={blog} person={viewer.person} />
          }
          keeper={<WishlistToggle blogId={id} />}
          authorAction={
            blog.authorId !== null &&
            blog.author !== null && (
              <FollowButton authorId={blog.authorId} name={blog.author.name} />
            )
          }
        />
        <div className="mx-auto mt-12 max-w-measure print:hidden">
          <CommentSection
            blogId={id}
            authorId={blog.authorId}
            order={orderOf(comments)}
            isClosed={blog.commentsClosed === true}
            isLocked={blog.commentsLocked === true}
            reportOf={reportOf}
          />
        </div>
      </>
    );
  }
  if (error instanceof Problem && error.isGone) return <GoneBlog />;
  if (error instanceof Problem && error.status === 404) return <MissingBlog />;
  if (isError) {
    return (
      <div className="article-page">
        <div className="mx-auto max-w-measure">
          <PageHeading>This blog could not be loaded</PageHeading>
          <ErrorNote onRetry={() => refetch()}>
            It may be the connection. The blog itself is safe.
          </ErrorNote>
        </div>
      </div>
    );
  }
  return <BlogSkeleton />;
}

function BlogPage() {
  const { id = '' } = useParams();
  const settings = useSiteSettings();
  const viewer = useViewer();
  const isReader = mayRead(settings, viewer.status === 'signed-in');
  useSignInFirst(isReader ? 'signed-in' : viewer.status, paths.signIn.to());
  if (isReader) return <Reading key={id} id={id} />;
  return viewer.status === 'loading' ? <LoadingIndicator /> : <SignInFirst id={id} />;
}

export const page = definePage(paths.blog, {
  component: BlogPage,
  missing: MissingBlog,
  queries: ({ params: { id }, query: { comments }, settings, isMember }) =>
    mayRead(settings, isMember)
      ? [
          blogQuery(id),
          blogsBesideQuery(id),
          commentsQuery({ blogId: id, order: orderOf(comments) }),
          ...(isMember ? [followedIdsQuery(), editableQuery()] : []),
        ]
      : [blogCardQuery(id)],
  head: ({ params: { id }, settings, client }) => {
    const blog =
      client.getQueryData(blogQuery(id).queryKey) ??
      client.getQueryData(blogCardQuery(id).queryKey);
    // The order of comments doesn't make another page.
    const canonicalPath = paths.blog.to(id);
    if (blog) return { ...blogHeadOf(blog, settings), canonicalPath, shared: sharedBlog(blog) };
    return {
      canonicalPath,
      title: 'Blog',
      description: `A blog on ${nameIn(settings.own)}.`,
    };
  },
});
