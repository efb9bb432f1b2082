import { type RefObject, useEffect } from 'react';
import { lazyChunk, useLazyChunk } from '../../../../../platform/web/lazy-chunk.ts';

/** Markup that a script can enhance. The article is complete without it, so a chunk that fails to load is no error. */
const enhanceable = /<nav class="text-contents"|data-footnote-ref|<div class="code"|<img/;

const loadEnhance = lazyChunk(() => import('./enhance-article.ts'));

/** Loads the enhancements if the article has anything to enhance. */
export function useEnhancedArticle(text: RefObject<HTMLElement | null>, html: string): void {
  const isEnhanceable = enhanceable.test(html);
  const chunk = useLazyChunk(loadEnhance, isEnhanceable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same element can show another article.
  useEffect(() => {
    if (!isEnhanceable || !chunk || !text.current) return;
    const life = new AbortController();
    chunk.enhanceArticle(text.current, life.signal);
    return () => life.abort();
  }, [chunk, isEnhanceable, text, html]);
}
