import { followViewer } from '../../features/account/web/follow-viewer.ts';
import { blogHere } from '../../features/reading/web/article/enhance/blog-here.ts';
import { countReading } from '../../features/reading/web/article/enhance/count-reading.ts';
import { enhanceable } from '../../features/reading/web/article/enhance/enhanceable.ts';
import { moveTitles } from '../../features/reading/web/lists/move-titles.ts';
import { followTheme } from '../../features/theme/web/theme.ts';
import { followScroll } from '../../pages/main-layout/follow-scroll.ts';

type Enhance = typeof import('../../features/reading/web/article/enhance/enhance-article.ts');

type Follow = typeof import('../../features/reading/web/article/place/follow-place.ts');

/** Progressive enhancement: the text is complete without it. */
function enhance(text: HTMLElement, load: () => Promise<Enhance>): void {
  load().then(
    ({ enhanceArticle }) => void enhanceArticle(text),
    () => {},
  );
}

/** Tracks the member's reading position; the text is readable without it. */
function follow(text: HTMLElement, load: () => Promise<Follow>): void {
  const id = blogHere();
  if (id === undefined) return;
  load().then(
    ({ followPlace }) => void followPlace(text, id),
    () => {},
  );
}

interface UnhydratedPage {
  readonly isMember: boolean;
  readonly loadEnhance: () => Promise<Enhance>;
  readonly loadFollow: () => Promise<Follow>;
}

/**
 * Behaviour of a page for reading before hydration, without React. Returns a function that stops it once components
 * take over; the enhancements of an article and the tracking of the position continue.
 */
export function enhancePage({ isMember, loadEnhance, loadFollow }: UnhydratedPage): () => void {
  const life = new AbortController();
  const until = (stop: () => void) => life.signal.addEventListener('abort', stop);
  until(followTheme());
  const header = document.querySelector<HTMLElement>('.site-header');
  if (header) until(followScroll(header));
  const belt = document.querySelector<HTMLElement>('.ticker-belt');
  if (belt) until(moveTitles(belt));
  const text = document.querySelector<HTMLElement>('.article-text');
  if (text) until(countReading(text));
  if (text && enhanceable.test(text.innerHTML)) enhance(text, loadEnhance);
  if (text && isMember) follow(text, loadFollow);
  followViewer(isMember, life.signal);
  return () => life.abort();
}
