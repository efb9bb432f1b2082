import type { BlogCard } from '../../../../blog/web/blog-queries.ts';
import { paths } from '../../../../paths.ts';
import type { Head } from '../../../../platform/web/head.ts';
import type { SiteSettings } from '../../../../platform/web/site-settings.ts';

/** The head of a blog's page: what shared links and search engines show of it. */
export function blogHeadOf(blog: BlogCard, { siteUrl, reading }: SiteSettings): Head {
  const path = paths.blog.to(blog._id);
  const url = new URL(path, siteUrl).href;
  return {
    title: blog.title,
    description: blog.shortDescription,
    canonicalPath: path,
    image: blog.imageUrl,
    type: 'article',
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
          ...(blog.authorId && { url: new URL(paths.author.to(blog.authorId), siteUrl).href }),
        },
      }),
    },
  };
}
