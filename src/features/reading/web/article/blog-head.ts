import type { BlogCard } from '../../../../blog/contract.ts';
import { linkHeadOf } from '../../../../blog/web/link-head.ts';
import { paths } from '../../../../paths.ts';
import type { Head } from '../../../../platform/web/head.ts';
import type { SiteSettings } from '../../../../platform/web/site-settings.ts';

/** The head of a blog's page: shown by shared links and search engines. */
export function blogHeadOf(blog: BlogCard, { siteUrl, reading }: SiteSettings): Head {
  const head = linkHeadOf(blog, paths.blog.to(blog._id));
  const url = new URL(head.canonicalPath, siteUrl).href;
  const authorPath = blog.author && blog.authorId ? paths.author.to(blog.authorId) : undefined;
  return {
    ...head,
    article: {
      ...(blog.createdAt && { publishedAt: blog.createdAt }),
      changedAt: blog.updatedAt,
      ...(authorPath && { authorPath }),
      section: blog.category,
    },
    breadcrumbs: [
      { name: 'Home', path: paths.home.to() },
      { name: blog.category, path: paths.allBlogs.to({ filter: blog.category }) },
      { name: blog.title, path: head.canonicalPath },
    ],
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: blog.title,
      description: blog.shortDescription,
      image: new URL(blog.imageUrl, siteUrl).href,
      url,
      mainEntityOfPage: url,
      articleSection: blog.category,
      wordCount: blog.wordCount,
      inLanguage: 'en',
      isAccessibleForFree: reading === 'public',
      ...(blog.createdAt && { datePublished: blog.createdAt }),
      dateModified: blog.updatedAt,
      ...(blog.author && {
        author: {
          '@type': 'Person',
          name: blog.author.name,
          ...(authorPath && { url: new URL(authorPath, siteUrl).href }),
        },
      }),
    },
  };
}
