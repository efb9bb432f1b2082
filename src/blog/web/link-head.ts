import type { Head } from '../../platform/web/head.ts';
import type { Blog } from '../contract.ts';

/** What link previews are told of the blog that stands at `path`. */
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
