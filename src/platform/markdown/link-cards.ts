import type { Element, ElementContent } from 'hast';
import { cardWordsOf } from '../text/card-words.ts';
import { isForeignUrl } from '../text/web-url.ts';

function span(className: string, children: ElementContent[]): Element {
  return { type: 'element', tagName: 'span', properties: { className: [className] }, children };
}

const plain = (value: string): ElementContent => ({ type: 'text', value });

/** The text of a node; undefined if it has a picture. */
function textIn(node: ElementContent): string | undefined {
  if (node.type !== 'element') return node.type === 'text' ? node.value : '';
  if (node.tagName === 'img' || node.tagName === 'picture') return undefined;
  return textOf(node);
}

function textOf({ children }: Element): string | undefined {
  const texts = children.map(textIn);
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** The link that is a paragraph's only content, if it leads to another site. */
function onlyLink({ children: [only, more] }: Element): Element | undefined {
  const isLink = only?.type === 'element' && only.tagName === 'a' && !more;
  return isLink && isForeignUrl(String(only.properties.href)) ? only : undefined;
}

/**
 * A card for a paragraph that is a single link to another site, without a picture: the link's text, or else words from
 * its address, and the site's name. A playable video is marked with its name. Undefined for any other paragraph.
 */
export function linkCard(paragraph: Element): Element | undefined {
  const link = onlyLink(paragraph);
  const said = link && textOf(link);
  if (!link || said === undefined) return undefined;
  const about = cardWordsOf(String(link.properties.href), said);
  if (!about) return undefined;
  const { words, site, video } = about;
  const card: Element = {
    ...link,
    properties: { ...link.properties, ...(video && { dataVideo: video }) },
    children: [
      span('card-words', words === undefined ? link.children : [plain(words)]),
      plain(' '),
      span('card-site', [plain(site)]),
    ],
  };
  return {
    ...paragraph,
    tagName: 'figure',
    properties: { className: [video ? 'video' : 'link-card'] },
    children: [card],
  };
}
