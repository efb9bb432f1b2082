import type { HtmlElement } from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { attribute, classesOf, element } from './html-nodes.ts';

/** The background picture of a WordPress cover block, if no element shows it. */
export function pictureBehind(node: HtmlElement): HtmlElement[] {
  if (!classesOf(node).some((name) => name.startsWith('wp-block-cover'))) return [];
  const style = attribute(node, 'style') ?? '';
  const src = /\bbackground-image: ?url\(["']?([^"'()]{1,2000})["']?\)/.exec(style)?.[1];
  if (!src) return [];
  const alt = attribute(node, 'aria-label') ?? '';
  const values = Object.entries({ src, alt }).map(([name, value]) => ({ name, value }));
  return [element('p', [element('img', [], values)])];
}
