import '../../../../blog/web/article-text.css';
import './blog-article.css';
import './enhance/footnote-in-place.css';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { BlogCard } from '../../../../blog/contract.ts';
import type { ReadableBlog } from '../../../../blog/web/blog-queries.ts';
import { bioOf } from '../../../../blog/web/byline.tsx';
import { TagLinks } from '../../../../blog/web/tag-links.tsx';
import { useViewer } from '../../../../identity/web/viewer.ts';
import { paths } from '../../../../paths.ts';
import { lazyChunk, useLazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { PersonPhoto } from '../../../../platform/web/ui/pictures/person-photo.tsx';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import { AuthorName } from './author-name.tsx';
import { BlogHeader } from './blog-header.tsx';
import { blogHere } from './enhance/blog-here.ts';
import { countReading } from './enhance/count-reading.ts';
import { enhanceable } from './enhance/enhanceable.ts';
import { ReadOn } from './read-on.tsx';
import { ShareLinks } from './share-links.tsx';

/** The article is complete without it, so a chunk that fails to load is no error. */
const loadEnhance = lazyChunk(() => import('./enhance/enhance-article.ts'));

/** Loads the enhancements if the article has anything to enhance. */
function useEnhancedArticle(text: RefObject<HTMLElement | null>, html: string): void {
  const isEnhanceable = enhanceable.test(html);
  const chunk = useLazyChunk(loadEnhance, isEnhanceable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is reused for the next article, so the effect must run when the blog changes.
  useEffect(() => {
    if (!isEnhanceable || !chunk || !text.current) return;
    return chunk.enhanceArticle(text.current);
  }, [chunk, isEnhanceable, text, html]);
}

/** Follows a member's place; the text is readable without it. */
const loadFollow = lazyChunk(() => import('./place/follow-place.ts'));

/** Offers a member to continue where they stopped, and stores their progress. */
function useFollowedPlace(text: RefObject<HTMLElement | null>, blogId: string): void {
  const isMember = useViewer().status === 'signed-in';
  const chunk = useLazyChunk(loadFollow, isMember);
  useEffect(() => {
    if (!isMember || !chunk || !text.current || blogHere() !== blogId) return;
    return chunk.followPlace(text.current, blogId);
  }, [chunk, isMember, text, blogId]);
}

/** For browsers without text fragments; the page is complete without it. */
const loadLanding = lazyChunk(() => import('./enhance/land-on-text.ts'));

/** Scrolls to the sentence of a search result, if the browser left the text fragment in the address. */
function useLanding(text: RefObject<HTMLElement | null>): void {
  const isWanted = useIsHydrated() && location.hash.startsWith('#:~:');
  const chunk = useLazyChunk(loadLanding, isWanted);
  useEffect(() => {
    if (chunk && text.current) chunk.landOnText(text.current, location.hash);
  }, [chunk, text]);
}

function putWordsFor(image: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = 'missing-picture';
  words.textContent = image.alt || 'A picture that can no longer be found';
  image.replaceWith(words);
}

/** Replaces the pictures of a text that fail to load by their alternative texts. */
function useMissingPictures(html: string): RefObject<HTMLDivElement | null> {
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { current } = text;
    if (!current || html === '') return;
    // Some may have failed before the listener is added.
    for (const image of current.querySelectorAll('img')) {
      if (image.complete && image.naturalWidth === 0 && image.src !== '') putWordsFor(image);
    }
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) putWordsFor(target);
    };
    // An image's error event doesn't bubble, but can be captured.
    current.addEventListener('error', onError, { capture: true });
    return () => current.removeEventListener('error', onError, { capture: true });
  }, [html]);

  return text;
}

/** The author's card after a blog. */
function AuthorCard({ blog, action }: Pick<BlogArticleProps, 'action'> & { blog: BlogCard }) {
  const { author } = blog;
  const nameId = useId();
  return (
    <section aria-labelledby={nameId} className="flex flex-wrap gap-5 border-t border-rule pt-8">
      <PersonPhoto photo={author?.photo ?? null} size={96} />
      <div className="min-w-0 basis-56 grow">
        <p className="text-sm text-faint">Written by</p>
        <h2 id={nameId} className="font-display text-2xl font-medium wrap-anywhere">
          <AuthorName blog={blog} />
        </h2>
        <p dir="auto" className="mt-2 max-w-measure text-soft text-pretty wrap-anywhere">
          {bioOf(author)}
        </p>
        {action && <div className="mt-4">{action}</div>}
      </div>
    </section>
  );
}

interface BlogArticleProps {
  readonly blog: ReadableBlog;
  /** The page's full address. */
  readonly url: string;
  /** Actions for members who may change the blog. */
  readonly action?: ReactNode;
  /** A control to save the blog, shown at its beginning and its end. */
  readonly keeper?: ReactNode;
  /** Actions that concern the author, shown on their card. */
  readonly authorAction?: ReactNode;
}

/** A full blog on its page. */
export function BlogArticle({ blog, url, action, keeper, authorAction }: BlogArticleProps) {
  const text = useMissingPictures(blog.longDescriptionHtml);
  useEnhancedArticle(text, blog.longDescriptionHtml);
  useLanding(text);
  useFollowedPlace(text, blog._id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is reused for the next article, so the effect must run when the blog changes.
  useEffect(() => (text.current ? countReading(text.current) : undefined), [text, blog._id]);
  return (
    <article className="article-page">
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized the HTML with an allow-list.
        dangerouslySetInnerHTML={{ __html: blog.longDescriptionHtml }}
      />
      <TagLinks tags={blog.tags} to={paths.tag.to} className="mx-auto mb-10 max-w-measure" />
      <p className="hidden border-t border-current pt-2 text-sm wrap-anywhere print:block">{url}</p>
      <div className="mx-auto grid max-w-measure gap-6 print:hidden">
        <ShareLinks title={blog.title} url={url} keeper={keeper} />
        <AuthorCard blog={blog} action={authorAction} />
        <div className="mt-6">
          <ReadOn id={blog._id} />
        </div>
      </div>
    </article>
  );
}
