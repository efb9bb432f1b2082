import { enhanceable } from '../../features/reading/web/article/enhance/enhanceable.ts';
import { moveTitles } from '../../features/reading/web/lists/move-titles.ts';
import { followTheme } from '../../features/theme/web/theme.ts';
import { tabsChannel } from '../../identity/web/tabs.ts';
import { followScroll } from '../../pages/main-layout/follow-scroll.ts';

/** `currentUser` of `src/features/account/contract/sessions.ts`. */
const sessionUrl = '/identity/session';

type Enhance = typeof import('../../features/reading/web/article/enhance/enhance-article.ts');

async function isSignedIn(): Promise<boolean> {
  const reply = await fetch(sessionUrl);
  return reply.ok && (await reply.json()).user !== null;
}

/** Has the server write the page anew when it isn't for this person any more. */
function followTabs(isMember: boolean, signal: AbortSignal): void {
  const loadAgain = () => window.location.reload();
  const channel = new BroadcastChannel(tabsChannel);
  channel.addEventListener('message', loadAgain);
  signal.addEventListener('abort', () => channel.close());
  const lookAgain = async ({ persisted }: PageTransitionEvent) => {
    // Without an answer a stranger's page stays as it is.
    if (persisted && (isMember || (await isSignedIn().catch(() => false)))) loadAgain();
  };
  window.addEventListener('pageshow', (event) => void lookAgain(event), { signal });
}

/** The component that takes over undoes it. The text is whole without. */
function enhance(text: HTMLElement, load: () => Promise<Enhance>): void {
  load().then(
    ({ enhanceArticle }) => void enhanceArticle(text),
    () => {},
  );
}

interface UnhydratedPage {
  readonly isMember: boolean;
  readonly loadEnhance: () => Promise<Enhance>;
}

/** What a page for readers does before it is hydrated, and without React. Returns how to stop, for who takes over. */
export function enliven({ isMember, loadEnhance }: UnhydratedPage): () => void {
  const life = new AbortController();
  const until = (stop: () => void) => life.signal.addEventListener('abort', stop);
  until(followTheme());
  const header = document.querySelector<HTMLElement>('.site-header');
  if (header) until(followScroll(header));
  const belt = document.querySelector<HTMLElement>('.ticker-belt');
  if (belt) until(moveTitles(belt));
  const text = document.querySelector<HTMLElement>('.article-text');
  if (text && enhanceable.test(text.innerHTML)) enhance(text, loadEnhance);
  followTabs(isMember, life.signal);
  return () => life.abort();
}
