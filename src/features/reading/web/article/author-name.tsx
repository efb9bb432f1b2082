import { Link } from 'react-router';
import type { BlogCard } from '../../../../blog/contract.ts';
import { authorNameOf } from '../../../../blog/web/byline.tsx';
import { paths } from '../../../../paths.ts';

/** The author's name, linked to their page. */
export function AuthorName({ blog }: { readonly blog: Pick<BlogCard, 'author' | 'authorId'> }) {
  const name = authorNameOf(blog);
  if (blog.author === null || blog.authorId === null) return name;
  return (
    <Link
      viewTransition
      to={paths.author.to(blog.authorId)}
      className="inline-flex min-h-link items-center underline decoration-transparent underline-offset-[0.2em] transition-colors hover:text-accent hover:decoration-current"
    >
      {name}
    </Link>
  );
}
