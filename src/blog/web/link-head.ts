import type { Head } from '../../platform/web/head.ts';
import type { Blog } from '../contract.ts';

/** The metadata for link previews of the blog at `path`. */
export function linkHeadOf(
  blog: Pick<Blog, 'title' | 'shortDescription' | 'imageUrl' | 'imageAlt'>,
  path: string,
) {
  return {
    title: blog.title,
    description: blog.shortDescription,
    canonicalPath: path,
    image: blog.imageUrl,
    imageAlt: blog.imageAlt,
    type: 'article',
  } as const satisfies Head;
}
