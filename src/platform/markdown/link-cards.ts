import type { Element, ElementContent } from 'hast';
import { siteOfVideo, videoOf } from '../text/video-url.ts';
import { isForeignUrl } from '../text/web-url.ts';

/** What an address says of itself, where its writer said nothing: its path, in words. */
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

/** The link that a paragraph consists of, if it leads to another site. */
function onlyLink({ children: [only, more] }: Element): Element | undefined {
  const isLink = only?.type === 'element' && only.tagName === 'a' && !more;
  return isLink && isForeignUrl(String(only.properties.href)) ? only : undefined;
}

/**
 * A link to another site that is a paragraph by itself, as a card: what its writer says of it, or else its address, and
 * the site that it leads to; nothing is fetched for it. A video that can be played in place says so by its name.
 * Undefined for every other paragraph.
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
