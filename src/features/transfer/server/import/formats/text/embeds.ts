import {
  frameTag,
  type HtmlElement,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { attribute, classesOf, elementsIn } from './html-nodes.ts';

/** The absolute web address for `given`; undefined if it isn't one. */
function webAddress(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const url = URL.parse(given.trim(), 'https://relative.invalid/');
  const isWeb = url && /^https?:$/.test(url.protocol) && url.hostname !== 'relative.invalid';
  return isWeb ? url.href : undefined;
}

/** The public page of an embedded player, such as a video's page. */
function pageOf(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '');
  const last = url.pathname.split('/').findLast(Boolean) ?? '';
  if (/^(?:youtube|youtube-nocookie)\.com$/.test(host) && url.pathname.startsWith('/embed/')) {
    const list = url.searchParams.get('list');
    if (last === 'videoseries' && list) return `https://www.youtube.com/playlist?list=${list}`;
    return `https://www.youtube.com/watch?v=${last}`;
  }
  if (host === 'player.vimeo.com') return `https://vimeo.com/${last}`;
  if (host === 'open.spotify.com') return address.replace('/embed/', '/');
  if (host === 'w.soundcloud.com') return webAddress(url.searchParams.get('url')) ?? address;
  return address;
}

/** The data that Substack stores with its embeds. */
function dataOf(node: HtmlElement): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(attribute(node, 'data-attrs') ?? '');
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

const quoted =
  /^(?:twitter-tweet|twitter-video|instagram-media|tiktok-embed|bluesky-embed|reddit-embed-bq|mastodon-embed)$/;
const cards =
  /^(?:embedded-post-wrap|embedded-publication-wrap|graf--mixtapeEmbed|tweet|twitter-embed|youtube-wrap|vimeo-wrap|spotify-wrap|soundcloud-wrap|instagram|tiktok-wrap|bluesky-wrap)$/;

function addressOfQuote(node: HtmlElement): string | undefined {
  const own = ['data-instgrm-permalink', 'cite', 'data-embed-url', 'data-video-url']
    .map((name) => webAddress(attribute(node, name)))
    .find(Boolean);
  const last = elementsIn(node, ({ tagName }) => tagName === 'a').at(-1);
  return own ?? webAddress(last && attribute(last, 'href'));
}

function addressOfCard(node: HtmlElement): string | undefined {
  const { videoId, url, canonical_url: canonical, instagram_id: instagram } = dataOf(node);
  const classes = classesOf(node);
  if (typeof videoId === 'string' && /^[\w-]{1,40}$/.test(videoId)) {
    return classes.includes('vimeo-wrap')
      ? `https://vimeo.com/${videoId}`
      : `https://www.youtube.com/watch?v=${videoId}`;
  }
  if (typeof instagram === 'string')
    return `https://www.instagram.com/p/${encodeURIComponent(instagram)}/`;
  const link = elementsIn(node, ({ tagName }) => tagName === 'a').at(0);
  return webAddress(canonical) ?? webAddress(url) ?? webAddress(link && attribute(link, 'href'));
}

/** The address of an element's embedded content; undefined if it embeds nothing. */
export function embeddedIn(node: HtmlElement): string | undefined {
  const { tagName } = node;
  if (tagName === frameTag || tagName === 'embed' || tagName === 'object') {
    const address = webAddress(
      attribute(node, 'src') ?? attribute(node, 'data-src') ?? attribute(node, 'data'),
    );
    return address && pageOf(address);
  }
  if (tagName === 'script') {
    const address = webAddress(attribute(node, 'src'));
    const isGist = address && new URL(address).hostname === 'gist.github.com';
    return isGist ? address.replace(/\.js(?=$|\?)/, '') : undefined;
  }
  const classes = classesOf(node);
  if (tagName === 'blockquote' && classes.some((name) => quoted.test(name)))
    return addressOfQuote(node);
  return classes.some((name) => cards.test(name)) ? addressOfCard(node) : undefined;
}
