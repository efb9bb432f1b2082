import { type RefObject, useEffect } from 'react';
import { lazyChunk, useLazyChunk } from '../../../../../platform/web/lazy-chunk.ts';

/** What of a text a script makes handier. It reads well without, so nobody has to be told where the script can't be had. */
const served = /<nav class="text-contents"|data-footnote-ref|<div class="code"|<img/;

const loadEnhance = lazyChunk(() => import('./enhance-article.ts'));

/** Loads what the text has a use for, where it has one. */
export function useEnhancedArticle(text: RefObject<HTMLElement | null>, html: string): void {
  const isServed = served.test(html);
  const part = useLazyChunk(loadEnhance, isServed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text stands in the same element.
  useEffect(() => {
    if (!isServed || !part || !text.current) return;
    const life = new AbortController();
    part.enhanceArticle(text.current, life.signal);
    return () => life.abort();
  }, [part, isServed, text, html]);
}
