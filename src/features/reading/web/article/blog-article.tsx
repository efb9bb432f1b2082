import type { ReactNode } from 'react';
import type { ReadableBlog } from '../../../../blog/web/blog-queries.ts';
import { AuthorCard } from './author-card.tsx';
import { BlogHeader } from './blog-header.tsx';
import { useEnhancedArticle } from './enhance/use-enhanced-article.ts';
import { useMissingPictures } from './enhance/use-missing-pictures.ts';
import { ReadOn } from './read-on.tsx';
import { ShareLinks } from './share-links.tsx';
import '../../../../blog/web/article-text.css';
import './blog-article.css';
import './enhance/footnote-in-place.css';

interface BlogArticleProps {
  readonly blog: ReadableBlog;
  /** The page's full address. */
  readonly url: string;
  /** Actions for people who may change the blog. */
  readonly action?: ReactNode;
  /** What keeps the blog for later; it stands where the blog begins and where it ends. */
  readonly keeper?: ReactNode;
}

/** A blog in full, as one reads it. */
export function BlogArticle({ blog, url, action, keeper }: BlogArticleProps) {
  const text = useMissingPictures(blog.longDescriptionHtml);
  useEnhancedArticle(text, blog.longDescriptionHtml);
  return (
    <article>
      <BlogHeader
        blog={blog}
        action={
          <>
            {action}
            {keeper}
          </>
        }
      />
      <div
        ref={text}
        dir="auto"
        className="article-text mx-auto my-10 max-w-measure"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized it by an allow-list.
        dangerouslySetInnerHTML={{ __html: blog.longDescriptionHtml }}
      />
      <p className="hidden border-t border-current pt-2 text-sm wrap-anywhere print:block">{url}</p>
      <div className="mx-auto grid max-w-measure gap-6 print:hidden">
        <ShareLinks title={blog.title} url={url} keeper={keeper} />
        <AuthorCard blog={blog} />
        <div className="mt-6">
          <ReadOn id={blog._id} />
        </div>
      </div>
    </article>
  );
}
