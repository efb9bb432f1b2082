import type { HtmlElement, HtmlNode } from './parse-html.ts';

/** The separator between two parts of a MathML element when it is written on one line. */
const joints: Readonly<Record<string, string>> = { msub: '_', msup: '^', mfrac: '/' };

/** A MathML formula as text: `x_i`, `2^n`, `a/b`; each row of a table by itself. */
export function formulaRows(math: HtmlElement): readonly string[] {
  return textOf(math, '')
    .split('\n')
    .map((row) => row.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

function textOf(node: HtmlNode, joint: string): string {
  if ('value' in node) return node.value.trim();
  if (!('tagName' in node)) return '';
  const parts = node.childNodes.filter(
    (child) => 'tagName' in child || ('value' in child && child.value.trim()),
  );
  const inner = parts
    .map((part, index) => textOf(part, index === 1 ? (joints[node.tagName] ?? '') : ''))
    .join('');
  if (joint && node.tagName === 'mrow') return `${joint}(${inner})`;
  const space = node.tagName === 'mo' || node.tagName === 'mspace' ? ' ' : '';
  return `${joint}${space}${inner}${space}${node.tagName === 'mtr' ? '\n' : ''}`;
}
