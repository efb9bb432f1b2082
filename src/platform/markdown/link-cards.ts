import type { Element, ElementContent } from 'hast';
import { siteOfVideo, videoOf } from '../text/video-url.ts';
import { isForeignUrl } from '../text/web-url.ts';

/** A title derived from the address's path, for a link without a text. */
function wordsIn(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const plain = last.replace(/\.\w{2,5}$/, '').replace(/[-_+]+/g, ' ');
  try {
    return decodeURIComponent(plain).trim();
  } catch {
    return plain.trim();
  }
}

function span(className: string, children: ElementContent[]): Element {
  return { type: 'element', tagName: 'span', properties: { className: [className] }, children };
}

const plain = (value: string): ElementContent => ({ type: 'text', value });

function textIn(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textIn).join('') : '';
}

/** The link that is a paragraph's only content, if it leads to another site. */
function onlyLink({ children: [only, more] }: Element): Element | undefined {
  const isLink = only?.type === 'element' && only.tagName === 'a' && !more;
  return isLink && isForeignUrl(String(only.properties.href)) ? only : undefined;
}

/**
 * A card for a paragraph that is a single link to another site: the link's text, or else words from its address, and
 * the site's name; nothing is fetched. A playable video is marked with its name. Undefined for any other paragraph.
 */
export function linkCard(paragraph: Element): Element | undefined {
  const link = onlyLink(paragraph);
  const href = String(link?.properties.href);
  const url = link && URL.parse(href);
  if (!link || !url) return undefined;
  const site = url.hostname.replace(/^www\./, '');
  const video = videoOf(href);
  const said = link.children.map(textIn).join('').trim();
  const isBare = said === '' || URL.parse(said)?.href === url.href;
  const words = isBare
    ? [plain(video ? `Video on ${siteOfVideo(video)}` : wordsIn(url) || site)]
    : link.children;
  const card: Element = {
    ...link,
    properties: { ...link.properties, ...(video && { dataVideo: video }) },
    children: [span('card-words', words), plain(' '), span('card-site', [plain(site)])],
  };
  return {
    ...paragraph,
    tagName: 'figure',
    properties: { className: [video ? 'video' : 'link-card'] },
    children: [card],
  };
}
