import type { Nodes, Root } from 'mdast';
import { webUrlMax } from '../text/web-url.ts';

/** Cells that a table may have: short rows are filled up to the width of the first, so two lines can ask for millions. */
const cellsMax = 50_000;
const titleMax = 1_000;
/** Deeper than any honest text nests; what follows walks the tree by recursion. */
const depthMax = 100;

/**
 * Keeps a small text from becoming a huge page: what is written once and copied for each reference is cut to size.
 * Throws a `RangeError` for a tree too deep or a table too large to show.
 */
export function boundGrowth(tree: Root): void {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > depthMax) throw new RangeError('The text is nested too deeply.');
    if (node.type === 'definition') {
      if (node.url.length > webUrlMax) node.url = '';
      if (node.title && node.title.length > titleMax) node.title = null;
    }
    if (node.type === 'table' && node.children.length * (node.align?.length ?? 0) > cellsMax) {
      throw new RangeError('A table has too many cells.');
    }
    if ('children' in node) {
      for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
    }
  }
}
