import type { Nodes } from 'mdast';
import { isPictureUrl } from '../text/web-url.ts';
import type { Layout } from './layout-bounds.ts';
import { parseMarkdown } from './plain-text.ts';

/** A visible picture without an alternative text. */
function isUndescribed(node: Nodes): boolean {
  if (node.type === 'imageReference') return !node.alt?.trim();
  return node.type === 'image' && isPictureUrl(node.url) && !node.alt?.trim();
}

/** Number of pictures without an alternative text, and the offset of the first. */
export function findUndescribed(markdown: string): Pick<Layout, 'undescribed' | 'undescribedAt'> {
  const tree = parseMarkdown(markdown);
  let undescribed = 0;
  let undescribedAt: number | undefined;
  const waiting: Nodes[] = tree ? [tree] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isUndescribed(node)) {
      const at = node.position?.start.offset ?? 0;
      undescribed += 1;
      undescribedAt = Math.min(undescribedAt ?? at, at);
    }
    if ('children' in node) waiting.push(...node.children);
  }
  return { undescribed, undescribedAt };
}
