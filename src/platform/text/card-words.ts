import { siteOfVideo, type VideoName, videoOf } from './video-url.ts';

/** What the card of a link to another site says: nothing is fetched. */
export interface CardWords {
  /** From the address, for a link without a text of its own. */
  readonly words: string | undefined;
  readonly site: string;
  /** The video that plays in the card's place. */
  readonly video: VideoName | undefined;
}

/** A title derived from the address's path. */
function wordsIn(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const plain = last.replace(/\.\w{2,5}$/, '').replace(/[-_+]+/g, ' ');
  try {
    return decodeURIComponent(plain).trim();
  } catch {
    return plain.trim();
  }
}

/** `said` is the link's text. Undefined if the address isn't one. */
export function cardWordsOf(href: string, said: string): CardWords | undefined {
  const url = URL.parse(href);
  if (!url) return undefined;
  const site = url.hostname.replace(/^www\./, '');
  const video = videoOf(href);
  const own = said.trim();
  if (own !== '' && URL.parse(own)?.href !== url.href) return { words: undefined, site, video };
  return { words: video ? `Video on ${siteOfVideo(video)}` : wordsIn(url) || site, site, video };
}
