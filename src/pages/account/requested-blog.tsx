import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { type BlogCard, blogCard } from '../../blog/contract.ts';
import { blogCardQuery, blogQuery, blogsKey } from '../../blog/web/blog-queries.ts';
import { authorNameOf } from '../../blog/web/byline.tsx';
import { CoverPicture } from '../../blog/web/cover-picture.tsx';
import { safeReturnPath } from '../../identity/session/return-path.ts';
import { useReturnPath, useSessionEnded } from '../../identity/web/origin.ts';
import { paths } from '../../paths.ts';
import { Problem } from '../../platform/contract/problems.ts';
import { isId } from '../../platform/text/id.ts';
import { call } from '../../platform/web/api.ts';
import type { PageQuery } from '../define-page.ts';

/** Fields of a blog that are shown before sign-in. */
type ShownFields = Pick<
  BlogCard,
  'title' | 'imageUrl' | 'category' | 'shortDescription' | 'author'
>;

/** The id of the blog at a path; undefined for other pages. */
function blogIdOf(path: string): string | undefined {
  const { id } = matchPath(paths.blog.path, path.replace(/[?#].*$/s, ''))?.params ?? {};
  return id !== undefined && isId(id) ? id : undefined;
}

/** Null for a blog that does not exist: signing in still works. */
function requestedBlogQuery(id: string) {
  return queryOptions({
    queryKey: [...blogsKey, 'requested', id],
    queryFn: async ({ client, signal }): Promise<ShownFields | null> => {
      try {
        const { body } = await call(client, blogCard, { params: { id } }, { signal });
        const { title, imageUrl, category, shortDescription, author } = body;
        return { title, imageUrl, category, shortDescription, author };
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** The queries of an account page that a visitor reached from a blog. */
export function requestedBlogQueries(from: string | undefined): readonly PageQuery[] {
  const id = blogIdOf(safeReturnPath(from));
  return id === undefined ? [] : [requestedBlogQuery(id)];
}

/** Data of the blog from the previous page, shown while the query runs. */
function knownCard(client: QueryClient, id: string): ShownFields | undefined {
  return (
    client.getQueryData(blogCardQuery(id).queryKey) ?? client.getQueryData(blogQuery(id).queryKey)
  );
}

function RequestedBlogCard({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const { data: blog } = useQuery({
    ...requestedBlogQuery(id),
    initialData: () => knownCard(client, id),
  });
  if (!blog) return null;
  return (
    <section
      aria-label="What you are about to read"
      className="mb-10 grid items-start gap-x-6 gap-y-4 sm:grid-cols-[2fr_3fr]"
    >
      <CoverPicture
        imageUrl={blog.imageUrl}
        category={blog.category}
        sizes="(min-width: 40rem) 13rem, 100vw"
        isFirst
      />
      <div>
        <p dir="auto" className="font-display text-2xl font-medium text-balance wrap-anywhere">
          {blog.title}
        </p>
        <p className="mt-1 text-sm text-faint wrap-anywhere">By {authorNameOf(blog)}</p>
        <p dir="auto" className="mt-3 text-soft text-pretty wrap-anywhere">
          {blog.shortDescription}
        </p>
      </div>
    </section>
  );
}

/** Above the form: the blog that the visitor came to read, and a note where the session has ended. */
export function RequestedBlog() {
  const id = blogIdOf(useReturnPath());
  const hasEnded = useSessionEnded();
  return (
    <>
      {id !== undefined && <RequestedBlogCard key={id} id={id} />}
      {hasEnded && (
        <p role="status" className="mb-8 border-l-2 border-ink py-1 pl-4">
          Your session has ended. Please sign in again: what you wrote is kept, and you come back to
          where you were.
        </p>
      )}
    </>
  );
}
